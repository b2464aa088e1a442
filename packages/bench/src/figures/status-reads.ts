import { atMost, middle, runChild } from "../measure.ts";
import type { Plot } from "../report/plot.ts";
import type { Row } from "../row.ts";
import { startServer } from "../server.ts";

const processes = 5;

/** Tiny status reads through the client against bare ky, one after another and 50 in flight. */
export async function run(): Promise<Row[]> {
  const server = await startServer();
  try {
    const rows: Row[] = [];
    for (const [name, inFlight, reads] of [
      ["one at a time", 1, 200],
      ["50 in flight", 50, 600],
    ] as const) {
      const { ky, client, fetch } = await readInProcesses(server.url, inFlight, reads);
      rows.push(atMost(`status read, ${name}`, client, "us", ky, 1.15, "at most 1.15 times bare ky"));
      rows.push({ ...atMost(`  fetch alone, ${name}`, fetch, "us", ky, 10, "for comparison"), met: true });
    }
    return rows;
  } finally {
    server.stop();
  }
}

interface Times {
  readonly ky: number;
  readonly client: number;
  readonly fetch: number;
}

/** The process in the middle of several: what the compiler makes of the same code is another thing in each. */
async function readInProcesses(url: string, inFlight: number, reads: number): Promise<Times> {
  const all: Times[] = [];
  for (let process = 0; process < processes; process++) {
    const times = await runChild("status-reads.ts", [url, String(inFlight), String(reads)]);
    all.push({ ky: Number.NaN, client: Number.NaN, fetch: Number.NaN, ...times });
  }
  return middle(all, ({ client, ky }) => client / ky);
}

/** Status reads a second by how many are under way at once. */
export async function throughputPlot(): Promise<Plot> {
  const server = await startServer();
  try {
    const perSecond: Record<"fetch" | "ky" | "client", { x: number; y: number }[]> = { fetch: [], ky: [], client: [] };
    for (const inFlight of [1, 2, 5, 10, 25, 50, 100]) {
      const times = await runChild("status-reads.ts", [
        server.url,
        String(inFlight),
        String(6 * Math.max(inFlight, 25)),
      ]);
      for (const [name, points] of Object.entries(perSecond))
        points.push({ x: inFlight, y: 1e6 / (times[name] ?? Number.NaN) });
    }
    return {
      name: "bench-throughput",
      title: "Status reads a second, by how many are in flight",
      x: { label: "in flight", log: true },
      y: { label: "reads a second" },
      series: [
        { name: "fetch", points: perSecond.fetch },
        { name: "bare ky", points: perSecond.ky },
        { name: "the client", points: perSecond.client },
      ],
    };
  } finally {
    server.stop();
  }
}
