import type { UnitRef } from "./viewed-run.ts";

/** The user chose a unit in the overview or in the list. */
export class UnitChosenEvent extends Event {
  readonly ref: UnitRef;
  constructor(ref: UnitRef) {
    super("unit-chosen");
    this.ref = ref;
  }
}
