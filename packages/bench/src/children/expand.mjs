// Expands a sweep: reads and checks it, then makes the request of each job once, as a run does. Plain JavaScript, so that the memory does not
// include that of Node's TypeScript parser. Arguments: the sweep, the CSV file with its rows.
import { readFileSync } from "node:fs";
import path from "node:path";
import { canonicalText } from "@analytics-engines/core/basics";
import { readSweep } from "@analytics-engines/core/files";
import { printFigures } from "./peak-memory.mjs";

const [sweep, rows] = process.argv.slice(2);
const started = performance.now();
const files = new Map([[path.basename(rows), { text: readFileSync(rows, "utf8") }]]);
const { jobs } = readSweep(readFileSync(sweep, "utf8"), path.basename(sweep), { files });
let units = 0;
let characters = 0;
for (const job of jobs) {
  units += job.units.length;
  characters += canonicalText(job).length;
}
const milliseconds = performance.now() - started;
printFigures({ milliseconds, units, characters });
