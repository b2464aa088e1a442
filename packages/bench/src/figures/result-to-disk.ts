import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { atMost, median, runChild } from "../measure.ts";
import type { Row } from "../row.ts";
import { startServer } from "../server.ts";

const runs = 3;

/** A result from the socket to the disk, against `fetch` piped into a file: memory at its peak, and time. */
export async function run(): Promise<Row[]> {
  const server = await startServer();
  try {
    const rows: Row[] = [];
    for (const [mebibytes, name] of [
      [256, "256 MiB"],
      [1024, "1 GiB"],
    ] as const) {
      const fetched = await repeat("fetch", server.url, mebibytes);
      const client = await repeat("client", server.url, mebibytes);
      rows.push({
        ...atMost(
          `memory for a result of ${name}`,
          client.mebibytes,
          "MiB",
          fetched.mebibytes,
          1,
          "within 15 MiB of fetch to a file",
        ),
        met: client.mebibytes <= fetched.mebibytes + 15,
      });
      rows.push(
        atMost(
          `time for a result of ${name}`,
          client.milliseconds,
          "ms",
          fetched.milliseconds,
          1.1,
          "at most 1.1 times fetch to a file",
        ),
      );
    }
    return rows;
  } finally {
    server.stop();
  }
}

async function repeat(way: "fetch" | "client", url: string, mebibytes: number) {
  const times: number[] = [];
  const sizes: number[] = [];
  for (let i = 0; i < runs; i += 1) {
    const folder = mkdtempSync(path.join(tmpdir(), "result-to-disk-"));
    const measured = await runChild("result-to-disk.ts", [way, url, String(mebibytes), folder]);
    rmSync(folder, { recursive: true, force: true });
    times.push(measured["milliseconds"] ?? Number.NaN);
    sizes.push(measured["mebibytes"] ?? Number.NaN);
  }
  return { milliseconds: median(times), mebibytes: median(sizes) };
}
