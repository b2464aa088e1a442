import type { Table } from "@analytics-engines/core/results";
import { html, LitElement } from "lit";
import type { UnitRef, ViewedRun } from "./viewed-run.ts";

/** Placeholder until the comparison lands. */
export class Compare extends LitElement {
  static override readonly properties = {
    run: { attribute: false },
    ref: { attribute: false },
    table: { attribute: false },
  };
  declare run: ViewedRun | undefined;
  declare ref: UnitRef | undefined;
  declare table: Table | undefined;
  override render() {
    return html``;
  }
}
