import { atMost, runChild } from "../measure.ts";
import type { Row } from "../row.ts";
import { startServer } from "../server.ts";

/** Tiny status reads through the client against bare ky, one after another and 50 in flight. */
export async function run(): Promise<Row[]> {
  const server = await startServer();
  try {
    const rows: Row[] = [];
    for (const [name, inFlight, reads] of [
      ["one at a time", 1, 200],
      ["50 in flight", 50, 600],
    ] as const) {
      const times = await runChild("status-reads.ts", [server.url, String(inFlight), String(reads)]);
      const { ky = Number.NaN, client = Number.NaN, fetch = Number.NaN } = times;
      rows.push(atMost(`status read, ${name}`, client, "us", ky, 1.15, "at most 1.15 times bare ky"));
      rows.push({ ...atMost(`  fetch alone, ${name}`, fetch, "us", ky, 10, "for comparison"), met: true });
    }
    return rows;
  } finally {
    server.stop();
  }
}
