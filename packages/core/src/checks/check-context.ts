import type { TableView } from "./table-view.ts";

/** The tables of the same unit in an earlier run, or why there are none. */
export type EarlierTable = TableView | { readonly reason: string };

/** What a rule needs beside its own settings. */
export interface CheckContext {
  readonly view: TableView;
  /** 1 for each row that counts; undefined if all do. */
  readonly selection: Uint8Array | undefined;
  readonly earlier: EarlierTable;
  /** The day of the check, milliseconds since 1970, UTC. */
  readonly today: number;
}
