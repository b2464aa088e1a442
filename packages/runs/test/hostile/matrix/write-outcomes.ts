// Runs the whole matrix and writes outcomes.tsv, for a review of what changed: `node --conditions=source .../write-outcomes.ts`.
// It writes nothing if a promise is broken.
import { type Cell, cellName, cells, outcomeOf, runMatrixCell } from "./cells.ts";
import { writeOutcomes } from "./outcomes.ts";

const outcomes = new Map<Cell, string>();
const broken: string[] = [];
for (const cell of cells) {
  const end = await runMatrixCell(cell);
  outcomes.set(cell, outcomeOf(end));
  const problems = [...(end.hasMetFault ? [] : ["the fault met no request"]), ...end.broken];
  broken.push(...problems.map((sentence) => `${cellName(cell)}: ${sentence}`));
}
process.stderr.write(`${broken.length === 0 ? `${cells.length} cells` : broken.join("\n")}\n`);
if (broken.length === 0) writeOutcomes((cell) => outcomes.get(cell) ?? "-");
process.exit(broken.length === 0 ? 0 : 1);
