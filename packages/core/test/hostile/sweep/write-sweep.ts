// Cuts every answer after each of its bytes and writes what came of it: `node --conditions=source .../write-sweep.ts`. Takes some minutes.
// Nothing is written where a promise is broken.
import { outcomeOf } from "../matrix/cells.ts";
import { kinds } from "../service/kinds.ts";
import { lengthOfAnswer, runCut, sweptStepsOf } from "./cuts.ts";
import { type SweepRow, writeSweep } from "./figures.ts";

const rows: SweepRow[] = [];
const broken: string[] = [];
for (const kind of kinds) {
  for (const step of sweptStepsOf(kind)) {
    const cuts = await lengthOfAnswer(kind, step);
    const ends: Record<string, number> = {};
    for (let bytes = 0; bytes < cuts; bytes++) {
      const end = await runCut(kind, step, bytes);
      const word = outcomeOf(end);
      ends[word] = (ends[word] ?? 0) + 1;
      broken.push(...end.broken.map((sentence) => `${step} ${kind.id} cut after ${bytes} bytes: ${sentence}`));
    }
    rows.push({ kind: kind.id, step, cuts, ends });
    process.stderr.write(`${step} ${kind.id}: ${cuts} cuts ${JSON.stringify(ends)}\n`);
  }
}
process.stderr.write(`${broken.join("\n")}\n`);
if (broken.length === 0) writeSweep(rows);
process.exit(broken.length === 0 ? 0 : 1);
