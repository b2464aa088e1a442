// Reads damaged Arrow bytes, `FROM` to `TO`, and writes what it is about to do and what went wrong. It may never end, so it is a process of
// its own. `node --conditions=source arrow-child.ts FROM TO`.
import { writeSync } from "node:fs";
import { decodeResultBytes, ResultDecodeError } from "../../../src/results/index.ts";
import { arrowSamples } from "./arrow-samples.ts";
import { mutateBytes } from "./mutate-bytes.ts";

const MAX_SECONDS = 1;
const [from = 0, to = 0] = process.argv.slice(2).map(Number);
const say = (what: object) => writeSync(1, `${JSON.stringify(what)}\n`);
const samples = await arrowSamples();
const counts = { read: 0, refused: 0 };

for (let index = from; index < to; index++) {
  if (index % 10 === 0) say({ at: index });
  const bytes = mutateBytes(samples[index % samples.length] ?? new Uint8Array(), index + 1);
  const started = process.cpuUsage();
  try {
    for (const { rowCount, columns } of await decodeResultBytes(bytes, "application/vnd.apache.arrow.file")) {
      const lengths = columns.map(({ values }) => (values.kind === "text" ? values.codes : values.values).length);
      if (lengths.some((length) => length !== rowCount)) say({ wrong: `input ${index}: columns of ${lengths} rows` });
    }
    counts.read++;
  } catch (error) {
    counts.refused++;
    if (!(error instanceof ResultDecodeError)) say({ wrong: `input ${index}: ${error}` });
  }
  const { user, system } = process.cpuUsage(started);
  if (user + system > MAX_SECONDS * 1e6) say({ wrong: `input ${index} took ${(user + system) / 1e6} s` });
}
say(counts);
