import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { atMost, low, median, runChild } from "../measure.ts";
import type { Row } from "../row.ts";
import { startServer } from "../server.ts";

const runs = 7;
const inspections = 3;

/** A result from the socket to the disk, against `fetch` piped into a file: memory at its peak, and time. */
export async function run(): Promise<Row[]> {
  const server = await startServer();
  try {
    return [
      ...(await compare(server.url, 256, "256 MiB")),
      ...(await compare(server.url, 1024, "1 GiB")),
      ...(await inspected(server.url)),
    ];
  } finally {
    server.stop();
  }
}

interface Measured {
  readonly milliseconds: number[];
  readonly cpuMilliseconds: number[];
  readonly mebibytes: number[];
}

/** One way and the other in turn, so that what else the machine does falls on both. */
async function compare(url: string, mebibytes: number, name: string): Promise<Row[]> {
  const fetched: Measured = { milliseconds: [], cpuMilliseconds: [], mebibytes: [] };
  const client: Measured = { milliseconds: [], cpuMilliseconds: [], mebibytes: [] };
  for (let i = 0; i < runs; i += 1) {
    await bring("fetch", url, mebibytes, fetched);
    await bring("client", url, mebibytes, client);
  }
  const [memory, peerMemory] = [median(client.mebibytes), median(fetched.mebibytes)];
  const beside = "within 15 MiB of fetch to a file";
  const cpu = [low(client.cpuMilliseconds), low(fetched.cpuMilliseconds)] as const;
  return [
    {
      ...atMost(`memory for a result of ${name}`, memory, "MiB", peerMemory, 1, beside),
      met: memory <= peerMemory + 15,
    },
    atMost(
      `time for a result of ${name}, digested and synced`,
      low(client.milliseconds),
      "ms",
      low(fetched.milliseconds),
      1.1,
      "at most 1.1 times fetch to a file",
    ),
    {
      ...atMost("  its processor time", cpu[0], "ms", cpu[1], 1, "shown: fetch neither digests nor syncs"),
      met: true,
    },
  ];
}

/** A result of rows: the client looks through all of it, to say which tables it has and to prove that it is JSON. */
async function inspected(url: string): Promise<Row[]> {
  const fetched: Measured = { milliseconds: [], cpuMilliseconds: [], mebibytes: [] };
  const client: Measured = { milliseconds: [], cpuMilliseconds: [], mebibytes: [] };
  for (let i = 0; i < inspections; i += 1) {
    await bring("fetch", url, "1024-rows", fetched);
    await bring("client", url, "1024-rows", client);
  }
  const [memory, peerMemory] = [median(client.mebibytes), median(fetched.mebibytes)];
  const beside = "within 64 MiB of fetch to a file";
  return [
    atMost(
      "time for a JSON result of 1 GiB, looked through",
      low(client.milliseconds),
      "ms",
      low(fetched.milliseconds),
      3,
      "at most 3 times fetch to a file",
    ),
    { ...atMost("  its memory", memory, "MiB", peerMemory, 1, beside), met: memory <= peerMemory + 64 },
  ];
}

async function bring(way: "fetch" | "client", url: string, mebibytes: number | string, into: Measured): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "result-to-disk-"));
  try {
    const measured = await runChild("result-to-disk.ts", [way, url, String(mebibytes), folder]);
    into.milliseconds.push(measured["milliseconds"] ?? Number.NaN);
    into.cpuMilliseconds.push(measured["cpuMilliseconds"] ?? Number.NaN);
    into.mebibytes.push(measured["mebibytes"] ?? Number.NaN);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
