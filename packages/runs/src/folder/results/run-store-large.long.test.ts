import { createHash } from "node:crypto";
import type { Expected } from "@analytics-engines/core";
import { afterEach, describe, expect, it, vi } from "vitest";
import { temporaryFolder } from "../../../test/support/folders.ts";
import { bodyOf } from "../../../test/support/result-body.ts";
import { createRunNames } from "../run-names.ts";
import { createRunStore } from "./run-store.ts";

const KEY = "weights.pa.json";
const names = createRunNames([{ key: KEY, units: ["one"] }]);

describe("a result of more than 32 MiB", () => {
  afterEach(() => vi.restoreAllMocks());
  const PIECE_ROWS = 5000;
  const piece = Array(PIECE_ROWS)
    .fill('{"values":{"c":12.5,"d":"a text that takes some room in a row of a result"}}')
    .join(",");
  const head =
    '{"data":{"tables":{"t":{"definition":{"columns":[{"id":"c"},{"id":"d"}]},"data":{"tableMetadata":{"Absolute End Date":{"value":["20240229"]}},"rows":[';
  const large = (tail: string, start = head) => {
    const pieces = [start, ...Array<string>(110).fill(`${piece},`), piece, tail];
    return bodyOf(pieces, "application/json", Buffer.byteLength(pieces.join("")));
  };

  it("is judged by its first bytes, and by whether it is whole", { tags: "full" }, async () => {
    const store = createRunStore(await temporaryFolder(), names);
    const space = " ".repeat(33 * 1024 * 1024);
    const large = async (start: string, contentType: string, expects: Expected, end = "") =>
      (await store.store(KEY, "one", "result", bodyOf([start, space, end], contentType), expects)).defect;
    const table = '{"data":{"tables":{"a":{"definition":{"columns":[{"id":"x"}]},"data":{"rows":[]}}}}}';
    expect(await large(table, "application/json", "stach")).toBeUndefined();
    expect(await large("<html>", "text/html", "stach")).toMatch(/page of [\d,]+ bytes/);
    expect(await large('{"data":', "application/json", "stach")).toMatch(/not valid JSON/);
    expect(await large("%PDF-", "application/pdf", "report", "%%EOF")).toBeUndefined();
    expect(await large("%PDF-", "application/pdf", "report")).toMatch(/PDF file of [\d,]+ bytes that is cut off/);
  });

  it("is stored without counts of its tables, which are not read", async () => {
    const store = createRunStore(await temporaryFolder(), names);
    const file = await store.store(KEY, "one", "result", large("]}}}}}"));
    expect(file.bytes).toBeGreaterThan(32 * 1024 * 1024);
    expect(file.defect).toBeUndefined();
    expect(file.tables).toBeUndefined();
    expect(file.dates).toBeUndefined();
  });

  it("has the digest of the bytes that arrived", async () => {
    const store = createRunStore(await temporaryFolder(), names);
    const bytes = new Uint8Array(await new Response(large("]}}}}}").stream).arrayBuffer());
    const digest = createHash("sha256").update(bytes).digest("hex");
    expect((await store.store(KEY, "one", "result", large("]}}}}}"))).sha256).toBe(digest);
    const leftover = await store.recover?.(KEY, "one", "result");
    expect(leftover).toMatchObject({ state: "whole", file: { bytes: bytes.length, sha256: digest } });
  });

  it("is found to be no JSON at its very last byte", { tags: "full" }, async () => {
    const store = createRunStore(await temporaryFolder(), names);
    expect((await store.store(KEY, "one", "result", large("]}}}}"))).defect).toContain("not valid JSON");
  });

  it("is found to be no UTF-8, and to be UTF-8 wherever its characters are cut", { tags: "full" }, async () => {
    const store = createRunStore(await temporaryFolder(), names);
    const euros = `{"values":{"c":"${"€".repeat(99_999)}"}},`.repeat(4);
    for (const shift of [0, 1, 2]) {
      const file = await store.store(KEY, "one", "result", large("]}}}}}", " ".repeat(shift) + head + euros));
      expect(file.defect).toBeUndefined();
    }
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(Buffer.from(`${head}{"values":{"c":"\u00e9"}},`, "latin1"));
        for (let at = 0; at < 111; at++) controller.enqueue(Buffer.from(`${piece},`));
        controller.enqueue(Buffer.from(`${piece}]}}}}}`));
        controller.close();
      },
    });
    const file = await store.store(KEY, "one", "result", { ...bodyOf([]), stream });
    expect(file.defect).toContain("not valid JSON");
  });

  it("that is no table is JSON all the same", { tags: "full" }, async () => {
    const store = createRunStore(await temporaryFolder(), names);
    const file = await store.store(KEY, "one", "result", large("]]", "[1,["));
    expect(file.defect).toBeUndefined();
  });
});
