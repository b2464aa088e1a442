import type { UnitCell, UnitContent, UnitRef } from "./viewed-run.ts";

/** An event about a unit. */
class UnitEvent extends Event {
  readonly ref: UnitRef;
  constructor(type: string, ref: UnitRef, options?: EventInit) {
    super(type, options);
    this.ref = ref;
  }
}

/** Reaches the host of the page. */
const toHost = { bubbles: true, composed: true } as const;

/** The user chose a unit in the overview or in the list, or a cell of it. */
export class UnitChosenEvent extends UnitEvent {
  readonly cell: UnitCell | undefined;
  constructor(ref: UnitRef, cell?: UnitCell) {
    super("unit-chosen", ref);
    this.cell = cell;
  }
}

/** The page shows the content of a unit. */
export class UnitShownEvent extends UnitEvent {
  readonly content: UnitContent;
  constructor(ref: UnitRef, content: UnitContent) {
    super("unit-shown", ref, toHost);
    this.content = content;
  }
}

/** The page shows a unit beside another one. */
export class UnitComparedEvent extends UnitEvent {
  readonly before: UnitRef;
  constructor(ref: UnitRef, before: UnitRef) {
    super("unit-compared", ref, toHost);
    this.before = before;
  }
}
