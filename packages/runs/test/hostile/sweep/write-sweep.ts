// Cuts every answer after each byte, or after each n-th, and writes how the runs ended: `node --conditions=source .../write-sweep.ts [n]`.
// With a cut after each byte it takes some minutes. It writes nothing if a promise is broken.
import { outcomeOf } from "../matrix/cells.ts";
import { kinds } from "../service/kinds.ts";
import { lengthOfAnswer, runCut, sweptStepsOf } from "./cuts.ts";
import { type SweepRow, writeSweep } from "./figures.ts";

const stride = Number(process.argv[2] ?? 1);
const rows: SweepRow[] = [];
const broken: string[] = [];
for (const kind of kinds) {
  for (const step of sweptStepsOf(kind)) {
    const length = await lengthOfAnswer(kind, step);
    const ends: Record<string, number> = {};
    let cuts = 0;
    for (let bytes = 0; bytes < length; bytes += stride) {
      const end = await runCut(kind, step, bytes);
      const word = outcomeOf(end);
      cuts += 1;
      ends[word] = (ends[word] ?? 0) + 1;
      broken.push(...end.broken.map((sentence) => `${step} ${kind.id} cut after ${bytes} bytes: ${sentence}`));
    }
    rows.push({ kind: kind.id, step, cuts, ends });
    process.stderr.write(`${step} ${kind.id}: ${cuts} cuts ${JSON.stringify(ends)}\n`);
  }
}
process.stderr.write(`${broken.join("\n")}\n`);
if (broken.length === 0) writeSweep({ stride, rows });
process.exit(broken.length === 0 ? 0 : 1);
