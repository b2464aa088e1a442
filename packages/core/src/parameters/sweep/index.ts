// Sweeps. An entry of its own, so that a program loads the reader of CSV only where it has one.
export { compareSweeps, rowsOfJob } from "../compare/sweeps.ts";
export { accountRows } from "./account-rows.ts";
export type { SweepFile } from "./open-sources.ts";
export {
  directoryOfSweep,
  listSweepFiles,
  readSweep,
  readSweepTable,
  type Sweep,
  type SweepJob,
  type SweepOptions,
} from "./read-sweep.ts";
export type { CellUse, SweepCell, SweepTable } from "./table.ts";
