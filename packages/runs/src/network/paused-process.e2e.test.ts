import { spawn } from "node:child_process";
import type { Socket } from "node:net";
import { createInterface } from "node:readline";
import { setTimeout as realTime } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { rawServer } from "../../../core/test/support/service/raw-server.ts";

const child = fileURLToPath(new URL("../../test/support/paused-child.ts", import.meta.url));
const csv = Buffer.from(Array.from({ length: 20_000 }, (_, row) => `${row},${Math.sin(row)}\n`).join(""));

/** Lets a process with a limit of 1 s for silence pause itself in the middle of a body, and sends the rest meanwhile. */
async function readPaused(head: string, body: Buffer, pauseMs: number): Promise<string> {
  const { promise: asked, resolve } = Promise.withResolvers<Socket>();
  await using server = await rawServer(resolve);
  const reading = spawn(process.execPath, ["--conditions=source", child, server.url], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines = createInterface(reading.stdout)[Symbol.asyncIterator]();
  const socket = await asked;
  socket.write(`HTTP/1.1 200 OK\r\nContent-Type: text/csv\r\n${head}\r\n\r\n`);
  socket.write(body.subarray(0, 1000));
  expect((await lines.next()).value).toBe("paused");
  socket.end(body.subarray(1000));
  await realTime(pauseMs);
  reading.kill("SIGCONT");
  return (await lines.next()).value ?? "";
}

describe("a process that is paused in the middle of a body", () => {
  // The longest is a leap of time; the shortest ends in the last part of the limit.
  it.each([1100, 2200])("for %i ms reads the rest from the buffer of its socket", async (pauseMs) => {
    const packed = gzipSync(csv);
    const answers = [
      [`Content-Length: ${csv.length}`, csv],
      [`Content-Encoding: gzip\r\nContent-Length: ${packed.length}`, packed],
      ["Connection: close", csv],
    ] as const;
    const lines = await Promise.all(answers.map(([head, body]) => readPaused(head, body, pauseMs)));
    expect(lines).toEqual(answers.map(() => `${csv.length} bytes`));
  });
});
