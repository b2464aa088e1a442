// Does one piece of work in a process of its own and prints { milliseconds, peakBytes, rows? }. Arguments: `columns` or `csv`, and what
// toColumns or toCsv takes. Each is loaded alone, so that the memory measured is its own.
import { peakBytes } from "../children/peak-memory.mjs";

const [work = "", ...args] = process.argv.slice(2);
const measured =
  work === "columns"
    ? await import("./to-columns.ts").then(({ toColumns }) => toColumns(args))
    : await import("./to-csv.ts").then(({ toCsv }) => toCsv(args));
console.log(JSON.stringify({ ...measured, peakBytes: peakBytes() }));
