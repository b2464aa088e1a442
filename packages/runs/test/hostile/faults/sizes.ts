import { gzipSync } from "node:zlib";
import { encodeHead } from "../wire/encode.ts";
import type { Fault } from "./fault.ts";
import type { MatrixStep } from "./steps.ts";

/** What a client would keep in memory if it read everything: far more than any answer needs that is not a result. */
export const BOMB_BYTES = 96 * 1024 * 1024;
const piece = Buffer.alloc(1024 * 1024, 0x20);
/** Results and their documents may be as large as they like. */
const notResults: readonly MatrixStep[] = ["create", "look", "status", "cancel"];

let packed: Buffer | undefined;

/** 96 MiB of spaces in some 100 kB. */
export function bomb(): Buffer {
  packed ??= gzipSync(Buffer.alloc(BOMB_BYTES, 0x20));
  return packed;
}

/** Bodies that are far too large, and are not results. */
export const sizeFaults: readonly Fault[] = [
  {
    name: "bomb",
    title: "a body of 100 kB that unfolds into 96 MiB",
    group: "size",
    steps: notResults,
    fits: ({ answers, gives }, step) => gives !== "at-create" && !(answers === "single" && step === "status"),
    begin: () => async (exchange) => {
      const { status, ...answer } = exchange.act();
      const lines = ["Content-Encoding: gzip", `Content-Length: ${bomb().length}`];
      const head = encodeHead(
        { ...answer, status: status === 204 ? 200 : status, contentType: "application/json" },
        lines,
      );
      await exchange.sendBytes(Buffer.concat([head, bomb()]));
    },
  },
  {
    name: "bomb-503",
    title: "503 with a body of 100 kB that unfolds into 96 MiB",
    group: "size",
    begin: () => async (exchange) => {
      const { headers } = exchange.act();
      const lines = ["Content-Encoding: gzip", `Content-Length: ${bomb().length}`];
      const answer = { status: 503, headers, body: Buffer.alloc(0), framing: "length" } as const;
      await exchange.sendBytes(Buffer.concat([encodeHead(answer, lines), bomb()]));
    },
  },
  {
    name: "endless",
    title: "a body of 96 MiB, in chunks",
    group: "size",
    steps: notResults,
    fits: ({ answers, gives }, step) => gives !== "at-create" && !(answers === "single" && step === "status"),
    begin: () => async (exchange) => {
      const { status, ...answer } = exchange.act();
      await exchange.sendBytes(
        encodeHead({ ...answer, status: status === 204 ? 200 : status }, ["Transfer-Encoding: chunked"]),
      );
      const chunk = Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from("\r\n")]);
      for (let sent = 0; sent < BOMB_BYTES; sent += piece.length) {
        if (exchange.connection.socket.destroyed) return;
        await exchange.sendBytes(chunk);
      }
      await exchange.sendBytes(Buffer.from("0\r\n\r\n"));
    },
  },
];
