import { repeat, runChild, startService } from "../measure.ts";
import { middle } from "../quantiles.ts";
import type { Plot } from "../report/plot.ts";
import { atMost, type Row, shown } from "../report/rows.ts";

const processes = 5;

/** Small status reads through the client beside bare ky, one after another and 50 in flight. */
export async function measureStatusReads(): Promise<Row[]> {
  using server = await startService("server.ts");
  const rows: Row[] = [];
  for (const [name, inFlight, reads] of [
    ["one at a time", 1, 200],
    ["50 in flight", 50, 600],
  ] as const) {
    const all = await repeat(processes, () => timeReads(server.url, inFlight, reads));
    // The median process, since the compiler optimizes the same code differently in each.
    const { ky, client, fetch } = middle(all, (times) => times.client / times.ky);
    rows.push(atMost(`status read, ${name}`, client, "us", ky, 1.3, "at most 1.3 times bare ky"));
    rows.push(shown(`  fetch alone, ${name}`, fetch, "us", ky, "for comparison"));
  }
  return rows;
}

/** Microseconds a read. */
type Times = Record<"ky" | "client" | "fetch", number>;

function timeReads(url: string, inFlight: number, reads: number): Promise<Times> {
  return runChild("status-reads.ts", [url, String(inFlight), String(reads)]);
}

/** Status reads a second by the number of reads in flight. */
export async function throughputPlot(): Promise<Plot> {
  using server = await startService("server.ts");
  const measured: { inFlight: number; times: Times }[] = [];
  for (const inFlight of [1, 2, 5, 10, 25, 50, 100]) {
    measured.push({ inFlight, times: await timeReads(server.url, inFlight, 6 * Math.max(inFlight, 25)) });
  }
  const points = (name: keyof Times) => measured.map(({ inFlight, times }) => ({ x: inFlight, y: 1e6 / times[name] }));
  return {
    name: "bench-throughput",
    title: "Status reads a second, by how many are in flight",
    x: { label: "in flight", log: true },
    y: { label: "reads a second" },
    series: [
      { name: "fetch", points: points("fetch") },
      { name: "bare ky", points: points("ky") },
      { name: "the client", points: points("client") },
    ],
  };
}
