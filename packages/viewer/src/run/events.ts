import type { UnitContent, UnitRef } from "./viewed-run.ts";

/** The user chose a unit in the overview or in the list. */
export class UnitChosenEvent extends Event {
  readonly ref: UnitRef;
  constructor(ref: UnitRef) {
    super("unit-chosen");
    this.ref = ref;
  }
}

/** The page shows the content of a unit. */
export class UnitShownEvent extends Event {
  readonly ref: UnitRef;
  readonly content: UnitContent;
  constructor(ref: UnitRef, content: UnitContent) {
    super("unit-shown", { bubbles: true, composed: true });
    this.ref = ref;
    this.content = content;
  }
}

/** The page shows a unit beside another one. */
export class UnitComparedEvent extends Event {
  readonly ref: UnitRef;
  readonly before: UnitRef;
  constructor(ref: UnitRef, before: UnitRef) {
    super("unit-compared", { bubbles: true, composed: true });
    this.ref = ref;
    this.before = before;
  }
}
