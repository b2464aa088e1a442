import { readdirSync, readFileSync } from "node:fs";
import * as arrow from "apache-arrow";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeResultBytes, decodeResultStream, findUnreadArrow } from "../results/decode-bytes.ts";
import { tableToArrow } from "../results/export/arrow/write.ts";
import { decodeResult } from "../results/stach/decode/assemble.ts";
import { ResultDecodeError, UnreadVersionError } from "./errors.ts";
import { findUnreadForm } from "./unread-form.ts";

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

async function* pieces(bytes: Uint8Array, size = 40) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const errorOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error;
};

/** A table of version 3: rows as maps. */
const table3 = {
  columns: [
    { name: "primary_key", contextualType: "string" },
    { name: "0", contextualType: "string" },
    { name: "1", contextualType: "real" },
  ],
  table: { primaryKeys: ["primary_key"] },
  views: [{ name: "view", tableView: { columns: ["0", "1"], headers: { 0: "Account", 1: "Weight" } } }],
  rows: [
    { primary_key: "a", 0: "Total", 1: 100 },
    { primary_key: "b", 0: "Energy" },
  ],
};
const version3 = { version: "3.0", ...table3 };
const table2 = {
  definition: { columns: [{ id: "a", name: "Weight", type: "real" }] },
  data: { rows: [{ values: { a: 1 } }] },
};
const FORM_3 = "a table in the form of STACH version 3 that states";

describe("JSON with tables that are not read", () => {
  const results: [what: string, result: unknown, form: string][] = [
    ["version 3", version3, "STACH version 3.0"],
    ["version 3 in an envelope", { data: version3 }, "STACH version 3.0"],
    ["version 3 as an output", { data: { trades: version3, account: null } }, "STACH version 3.0"],
    ["version 3 in an output's envelope", { data: { trades: { data: version3 } } }, "STACH version 3.0"],
    ["its version last", { data: { ...table3, version: "3.1" } }, "STACH version 3.1"],
    ["a number as version", { ...version3, version: 4 }, "STACH version 4"],
    ["a v before the version", { ...version3, version: " v3 " }, "STACH version v3"],
    ["an object as version", { ...version3, version: { major: 3 } }, 'STACH version {"major":3}'],
    ["version 10, which is not version 1", { version: "10.2", tables: { a: table2 } }, "STACH version 10.2"],
    ["a package of version 2 that states another", { version: "3.0", tables: { a: table2 } }, "STACH version 3.0"],
    ["tables as a list", { version: "4.0", tables: [table2] }, "STACH version 4.0"],
    ["tables without rows", { version: "4.0", tables: {} }, "STACH version 4.0"],
    ["a bare table", { version: "5", ...table2 }, "STACH version 5"],
    ["rows as lists", { version: "4", tables: { a: { data: { rows: [[1], [2]] } } } }, "STACH version 4"],
    ["rows as lists, version last", { tables: { a: { data: { rows: [[1]] } } }, version: "4" }, "STACH version 4"],
    ["one of several outputs", { data: { a: { tables: { t: table2 } }, b: version3 } }, "STACH version 3.0"],
    ["no version", table3, `${FORM_3} no version`],
    ["no version, in an envelope", { data: table3 }, `${FORM_3} no version`],
    ["no version, without rows", { columns: table3.columns, table: table3.table }, `${FORM_3} no version`],
    ["the version of another form", { ...table3, version: "1.0" }, `${FORM_3} version 1.0`],
    ["several tables", { tables: { a: table3, b: table3 } }, `${FORM_3} no version`],
    ["several tables as a list", { data: { tables: [table3, table3] } }, `${FORM_3} no version`],
    ["a long version on two lines", { ...table3, version: `9\n${"1".repeat(99)}` }, "STACH version of 101 characters"],
  ];

  it.each(results)("is named: %s", async (_what, result, form) => {
    expect(findUnreadForm(result)).toBe(form);
    const error = await errorOf(decodeResultBytes(bytesOf(result)));
    expect(error).toBeInstanceOf(UnreadVersionError);
    expect(error).toBeInstanceOf(ResultDecodeError);
    expect(error).toMatchObject({
      code: "unread-version",
      form,
      bytes: bytesOf(result),
      message: `it is ${form}, which this version does not read (it reads STACH versions 1 and 2 as JSON, and Arrow without metadata of another scheme)`,
    });
  });

  it.each(results.filter(([what]) => !what.includes("version last")))(
    "is named as a stream: %s",
    async (_what, result, form) => {
      expect(await errorOf(decodeResultStream(pieces(bytesOf(result))))).toMatchObject({ form });
    },
  );

  it.each<[string, unknown]>([
    ["version 1", { version: "1.0", tables: { a: table2 } }],
    ["version 2", { version: "v2.3", tables: { a: table2 } }],
    ["a number", { version: 2, tables: { a: table2 } }],
    ["no version", { version: null, tables: { a: table2 } }],
    ["an empty version", { version: "", tables: { a: table2 } }],
    ["the version of an envelope", { version: "2026-10", data: { tables: { a: table2 } } }],
    ["columns and rows beside tables", { data: { trades: { tables: { a: table2 } }, notes: table3 } }],
  ])("is not what is read: %s", async (_what, result) => {
    expect(findUnreadForm(result)).toBeUndefined();
    expect(decodeResult(result)).toMatchObject([{ rowCount: 1 }]);
    expect(await decodeResultStream(pieces(bytesOf(result)))).toMatchObject([{ rowCount: 1 }]);
  });

  const examples = new URL("../../test/results/", import.meta.url);
  it.each(readdirSync(examples).filter((name) => name.endsWith(".json")))("is not %s", (name) => {
    expect(findUnreadForm(JSON.parse(readFileSync(new URL(name, examples), "utf8")))).toBeUndefined();
  });

  it.each<[string, unknown]>([
    ["a version alone", { version: "3.0" }],
    ["the description of a gateway", { name: "gateway", version: "3.2.1", routes: [{ path: "/" }] }],
    ["a status", { version: "3.0", status: "Executing", units: {} }],
    ["rows alone", { rows: [{ a: 1 }] }],
    ["columns without names", { columns: ["a", "b"], rows: [[1, 2]] }],
    ["no columns", { columns: [], rows: [] }],
    ["an empty list of tables", { data: { tables: [] } }],
    ["a table that is none", { data: { tables: { a: 1 } } }],
    ["a list", [version3]],
  ])("is not other JSON: %s", async (_what, result) => {
    expect(findUnreadForm(result)).toBeUndefined();
    const error = await errorOf(decodeResultBytes(bytesOf(result)));
    expect(error).toBeInstanceOf(ResultDecodeError);
    expect(error).not.toBeInstanceOf(UnreadVersionError);
  });

  it("is not JSON that was cut: that is damaged", async () => {
    const whole = bytesOf({ data: version3 });
    for (let length = 1; length < whole.length; length += 7) {
      const cut = whole.subarray(0, length);
      for (const work of [decodeResultBytes(cut), decodeResultStream(pieces(cut))])
        expect(await errorOf(work)).not.toBeInstanceOf(UnreadVersionError);
    }
  });

  it("is judged from a stream as from parsed JSON, wherever its members are", async () => {
    const leaf = fc.constantFrom<unknown>(
      "1.0",
      "3.0",
      3,
      null,
      [],
      {},
      [[1]],
      [{ name: "a" }],
      [{ a: 1 }],
      table2,
      table3,
    );
    const key = fc.constantFrom("version", "tables", "table", "columns", "rows", "definition", "data", "views", "out");
    const { object } = fc.letrec<{ object: unknown; value: unknown }>((tie) => ({
      object: fc.dictionary(key, tie("value"), { maxKeys: 6 }),
      value: fc.oneof({ maxDepth: 5, depthSize: "large" }, leaf, tie("object")),
    }));
    await fc.assert(
      fc.asyncProperty(object, fc.integer({ min: 1, max: 60 }), async (result, size) => {
        const error = await errorOf(decodeResultBytes(bytesOf(result)));
        const form = error instanceof UnreadVersionError ? error.form : undefined;
        expect(form).toBe(findUnreadForm(result));
        // A version that comes after the tables is found only in the whole, so the stream may have another error.
        const streamed = await errorOf(decodeResultStream(pieces(bytesOf(result), size)));
        if (streamed instanceof UnreadVersionError) expect(streamed.form).toBe(form);
      }),
      { numRuns: 3000, endOnFailure: true },
    );
  });
});

describe("Arrow with metadata of another scheme", () => {
  function arrowOf(metadata: Readonly<Record<string, string>>, kind: "file" | "stream" = "file"): Uint8Array {
    const table = new arrow.Table({ primary_key: arrow.vectorFromArray([1, 2]), 0: arrow.vectorFromArray(["a", "b"]) });
    const [batch] = table.batches;
    if (batch === undefined) throw new Error("a batch is expected");
    const schema = new arrow.Schema(table.schema.fields, new Map(Object.entries(metadata)));
    return arrow.tableToIPC(new arrow.Table([new arrow.RecordBatch(schema, batch.data)]), kind);
  }
  const findForm = (bytes: Uint8Array) =>
    findUnreadArrow(bytes.length, async (from, count) => bytes.subarray(from, from + count));

  it.each<[Record<string, string>, string]>([
    [
      { "fds:stach:version": "3.0", "fds:stach:table": "a".repeat(9000) },
      "Arrow with metadata of STACH version 3.0 (fds:stach)",
    ],
    [{ "fds:stach:table": "AAAA" }, "Arrow with metadata of STACH (fds:stach)"],
    [{ "acme:stach:version": "2.0" }, "Arrow with metadata of STACH version 2.0 (acme:stach)"],
    [{ pandas: "{}", "acme:grid:version": "7" }, "Arrow with metadata of the unknown scheme acme:grid version 7"],
    [{ "grid:kind": "wide" }, "Arrow with metadata of the unknown scheme grid"],
  ])("is named (%#)", async (metadata, form) => {
    for (const kind of ["file", "stream"] as const) {
      const bytes = arrowOf(metadata, kind);
      expect(await errorOf(decodeResultBytes(bytes))).toMatchObject({ code: "unread-version", form, bytes });
      expect(await findForm(bytes)).toBe(form);
      const cut = bytes.subarray(0, bytes.length >> 1);
      expect(await errorOf(decodeResultBytes(cut))).not.toBeInstanceOf(UnreadVersionError);
    }
  });

  it.each<Record<string, string>>([
    {},
    { pandas: '{"columns":[]}' },
    { "ARROW:schema": "AAAA", "PARQUET:field_id": "1" },
    { title: "a: b", "http://example.com/x": "y", "with space:x": "z" },
  ])("is not what any writer adds: %j", async (metadata) => {
    const bytes = arrowOf(metadata);
    expect(await decodeResultBytes(bytes)).toMatchObject([{ rowCount: 2 }]);
    expect(await findForm(bytes)).toBeUndefined();
  });

  it("is not what this program writes", async () => {
    const [table] = decodeResult({ tables: { a: table2 } });
    if (table === undefined) throw new Error("a table is expected");
    expect(await findForm(await tableToArrow(table))).toBeUndefined();
  });

  it("is not other bytes", async () => {
    for (const text of ["", "ARROW1", "ARROW1\0\0\xff\xff\xff\xff", "\xff\xff\xff\xff\xff\xff\xff\x7f", "PK"]) {
      const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
      expect(await findForm(bytes)).toBeUndefined();
    }
  });
});
