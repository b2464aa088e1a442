import { middle, repeat, runChild, startService } from "../measure.ts";
import { atMost, type Row, withoutTarget } from "../report.ts";

/** The compiler makes two of seven processes a fifth slower. The median of three is mostly that of a usual one, in less than half of the time. */
const PROCESSES = 3;
/** The ratio is 1.5 to 1.7 on one machine and 1.8 on another. */
const MAX_RATIO = 1.8;

/** The processor time of small status reads through the client beside bare ky, one after another and 50 in flight. */
export async function measureStatusReads(): Promise<Row[]> {
  using server = await startService("server.ts");
  const rows: Row[] = [];
  for (const [name, inFlight, reads] of [
    ["one at a time", 1, 200],
    ["50 in flight", 50, 600],
  ] as const) {
    const all = await repeat(PROCESSES, () => timeReads(server.url, inFlight, reads));
    // The median process, since the compiler optimizes the same code differently in each.
    const { ky, client, fetch } = middle(all, (times) => times.client / times.ky);
    rows.push(atMost(`status read, ${name}`, client, "us", ky, MAX_RATIO, `at most ${MAX_RATIO} times bare ky`));
    rows.push(withoutTarget(`  fetch alone, ${name}`, fetch, "us", ky, "for comparison"));
  }
  return rows;
}

/** Microseconds of processor time a read. */
type Times = Record<"ky" | "client" | "fetch", number>;

function timeReads(url: string, inFlight: number, reads: number): Promise<Times> {
  return runChild("status-reads.ts", [url, String(inFlight), String(reads)]);
}
