// Sweeps whose texts a host has read, and the rows that come from the service. Reads CSV, so it is an entry of its own.

export { checkSweepTexts } from "./check-sweep.ts";
export { type LockedRows, lockSweep } from "./lock-sweep.ts";
export { sweepRunFile } from "./to-run-files.ts";
