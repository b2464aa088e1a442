import * as flechette from "@uwdata/flechette";
import * as arrow from "apache-arrow";
import { describe, expect, it } from "vitest";
import { makeArrow, type Parts, rawColumn, valuesColumn } from "../../../../test/support/arrow/make-arrow.ts";
import { makeTable } from "../../../../test/support/tables/make-table.ts";
import { decodeResultBytes } from "../../decode-bytes.ts";
import { tableToArrow } from "./write.ts";

const others = new arrow.Table({
  value: arrow.vectorFromArray([1.5, null, 2.5], new arrow.Float64()),
  text: arrow.vectorFromArray(["one", null, "three"], new arrow.Utf8()),
  code: arrow.vectorFromArray(["one", null, "three"], new arrow.Dictionary(new arrow.Utf8(), new arrow.Int8())),
});
const file = () => arrow.tableToIPC(others, "file").slice();
const stream = () => arrow.tableToIPC(new arrow.Table([...others.batches, ...others.batches]), "stream").slice();
const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const refusal = (bytes: Uint8Array) =>
  decodeResultBytes(bytes, "application/vnd.apache.arrow.file").then(
    () => "read",
    (error: unknown) => String(error),
  );

/** The offsets, in the footer of a file, of the blocks for its dictionary and its batch. Each block has 24 bytes: a place and lengths. */
function blocksOf(bytes: Uint8Array): { readonly dictionary: number; readonly batch: number } {
  const view = viewOf(bytes);
  const footerLength = view.getInt32(bytes.length - 10, true);
  const found: number[] = [];
  for (let at = bytes.length - 10 - footerLength; at + 24 <= bytes.length - 10; at += 4) {
    const place = Number(view.getBigInt64(at, true));
    if (messagesOf(bytes).includes(place) && view.getInt32(at + 12, true) === 0) found.push(at);
  }
  const [one = 0, other = 0, ...more] = found.toSorted((a, b) => view.getInt32(a, true) - view.getInt32(b, true));
  if (other === 0 || more.length > 0) throw new Error(`two blocks are expected, not ${found.length}`);
  return { dictionary: one, batch: other };
}

/** Where messages begin. */
function messagesOf(bytes: Uint8Array): number[] {
  const view = viewOf(bytes);
  const starts: number[] = [];
  for (let at = 0; at + 8 <= bytes.length; at += 4) {
    if (view.getInt32(at, true) === -1 && view.getInt32(at + 4, true) > 0) starts.push(at);
  }
  return starts;
}

/** A stream of one column of three rows, in which every length of 3 is replaced. */
function lengthened(name: string, column: arrow.Data, rows: number): Uint8Array {
  const bytes = arrow.tableToIPC(new arrow.Table({ [name]: arrow.makeVector(column) }), "stream").slice();
  const view = viewOf(bytes);
  for (let at = messagesOf(bytes)[1] ?? 0; at + 8 <= bytes.length; at += 4)
    if (view.getBigInt64(at, true) === 3n) view.setBigInt64(at, BigInt(rows), true);
  return bytes;
}

/** Replaces the bytes `was`, which occur once, by `now`. */
function replaced(bytes: Uint8Array, was: readonly number[], now: readonly number[]): Uint8Array {
  const at = Buffer.from(bytes).indexOf(Uint8Array.from(was));
  if (at < 0) throw new Error("the bytes to replace are expected");
  const changed = bytes.slice();
  changed.set(now, at);
  return changed;
}

const column = (type: flechette.DataType, parts: Parts) => makeArrow({ value: rawColumn(type, parts) }, "stream");

describe("Arrow that is not read", () => {
  it("is refused by name: Feather version 1", async () => {
    const bytes = new TextEncoder().encode("FEA1 and what follows FEA1");
    expect(await refusal(bytes)).toMatch(/Feather version 1.*write it again as version 2/);
    await expect(decodeResultBytes(bytes, "application/octet-stream")).rejects.toThrow(/Feather version 1/);
  });

  it("is refused by name: a codec other than LZ4 frames", async () => {
    const plain = { length: 1, values: new Int8Array(1) };
    const packed = makeArrow({ value: rawColumn(flechette.int8(), plain) }, "stream", "lz4");
    flechette.setCompressionCodec(flechette.CompressionType.ZSTD, {
      encode: (bytes) => bytes,
      decode: (bytes) => bytes,
    });
    const columns = flechette.tableFromColumns({ value: rawColumn(flechette.int8(), plain) });
    const zstd = flechette.tableToIPC(columns, { format: "stream", codec: flechette.CompressionType.ZSTD });
    expect(await refusal(packed)).toBe("read");
    expect(await refusal(zstd ?? new Uint8Array())).toMatch(
      /compressed by codec 1 \(1 is ZSTD\), and LZ4 frames \(0\) are read/,
    );
  });

  it.each([
    ["lists", flechette.list(flechette.int8()), [[1], null]],
    ["structs", flechette.struct({ a: flechette.int8() }), [{ a: 1 }, null]],
    ["maps", flechette.map(flechette.utf8(), flechette.int8()), [[["a", 1]]]],
    ["lists of one length", flechette.fixedSizeList(flechette.int8(), 1), [[1]]],
    ["runs of equal values", flechette.runEndEncoded(flechette.int32(), flechette.int8()), [1, 1]],
  ] as const)("is refused by name: a column of %s", async (name, type, values) => {
    const bytes = makeArrow({ value: valuesColumn(type, values) }, "stream");
    expect(await refusal(bytes)).toContain(`the column "value" is of ${name}`);
  });

  it.each([
    [
      "a time outside of the day",
      flechette.timeSecond(),
      { length: 1, values: Int32Array.of(86_400) },
      /a time that no calendar/,
    ],
    [
      "a timestamp beyond the calendar",
      flechette.timestamp(flechette.TimeUnit.SECOND),
      { length: 1, values: BigInt64Array.of(2n ** 62n) },
      /"value" has a timestamp that no calendar has, in row 0/,
    ],
    [
      "nulls that are not as many as it says",
      flechette.int8(),
      { length: 2, nullCount: 1, validity: Uint8Array.of(3), values: new Int8Array(2) },
      /as many nulls as it says/,
    ],
    [
      "a text that is not UTF-8",
      flechette.utf8(),
      { length: 1, offsets: Int32Array.of(0, 1), values: Uint8Array.of(0xff) },
      /"value" has a text that is not UTF-8/,
    ],
  ] as const)("is refused by name: %s", async (_, type, parts, reason) => {
    expect(await refusal(column(type, parts))).toMatch(reason);
  });

  it("is refused before memory is taken where packed bytes claim an impossible size", async () => {
    const bytes = makeArrow(
      { value: rawColumn(flechette.int8(), { length: 500, values: new Int8Array(500) }) },
      "stream",
      "lz4",
    );
    const size = [0xf4, 1, 0, 0, 0, 0, 0, 0];
    expect(await refusal(replaced(bytes, [...size, 4, 0x22], [0, 0, 0, 0x70, 0, 0, 0, 0]))).toMatch(
      /packed bytes of an impossible size/,
    );
    expect(await refusal(replaced(bytes, [...size, 4, 0x22], [0xf5, 1]))).toMatch(/LZ4 data does not unpack/);
  });
});

describe("damaged Arrow", () => {
  it("whose footer calls a dictionary a batch is refused", async () => {
    const bytes = file();
    const { dictionary, batch } = blocksOf(bytes);
    expect(await refusal(bytes)).toBe("read");
    viewOf(bytes).setBigInt64(batch, viewOf(bytes).getBigInt64(dictionary, true), true);
    expect(await refusal(bytes)).toMatch(/damaged: its footer points at another kind of message/);
  });

  it("whose footer names no batch is refused, because rows would be missing", async () => {
    const bytes = file();
    const { batch } = blocksOf(bytes);
    // The number of blocks is before them.
    viewOf(bytes).setInt32(batch - 4, 0, true);
    expect(await refusal(bytes)).toMatch(/damaged: its footer does not name all that it holds/);
  });

  it("whose footer is missing, or not where the file says, is refused", async () => {
    const bytes = file();
    expect(await refusal(bytes.slice(0, -1))).toMatch(/the end of the file is missing/);
    for (const length of [0, -1, bytes.length, 2 ** 31 - 1]) {
      viewOf(bytes).setInt32(bytes.length - 10, length, true);
      expect(await refusal(bytes)).toMatch(/its footer is not where the file says/);
    }
  });

  it.each([-5, -2147483648, 2147483647, 0])("with a message of %i bytes is refused", async (length) => {
    const bytes = stream();
    viewOf(bytes).setInt32((messagesOf(bytes)[1] ?? 0) + 4, length, true);
    expect(await refusal(bytes)).toMatch(/damaged: (a message is cut off|there is something after its end)/);
  });

  it("that is cut anywhere but behind a whole message is refused", async () => {
    const bytes = stream();
    const starts = messagesOf(bytes);
    // After the last batch comes only the mark of the end, which a stream may leave out.
    const whole = [...starts.slice(1), bytes.length - 8, bytes.length - 4];
    for (let length = 4; length < bytes.length; length++) {
      if (whole.includes(length)) continue;
      expect(await refusal(bytes.slice(0, length)), `${length} of ${bytes.length} bytes`).toMatch(/^ResultDecodeError/);
    }
  });

  it("with a table that points at itself is refused", async () => {
    const bytes = stream();
    const view = viewOf(bytes);
    const refusals = new Set<string>();
    // Each word of the schema in turn becomes an offset to itself, to the word before it, and beyond the end.
    for (let at = 8; at < (messagesOf(bytes)[1] ?? 0); at += 4) {
      const was = view.getInt32(at, true);
      for (const now of [0, -4, 2147483647]) {
        view.setInt32(at, now, true);
        refusals.add(await refusal(bytes));
      }
      view.setInt32(at, was, true);
    }
    expect([...refusals].filter((text) => !/^(read|ResultDecodeError)/.test(text))).toEqual([]);
    expect([...refusals].join()).toMatch(/point outside of themselves/);
  });

  it("with more rows than its columns have is refused, even if a column takes no bytes", async () => {
    const rows = 2 ** 40;
    expect(await refusal(lengthened("nulls", arrow.makeData({ type: new arrow.Null(), length: 3 }), rows))).toMatch(
      /"nulls" has more rows than can be/,
    );
    const three = arrow.makeData({ type: new arrow.Float64(), length: 3, data: new Float64Array(3) });
    expect(await refusal(lengthened("short", three, 300))).toMatch(/"short" has fewer values than rows/);
  });

  it("with texts that do not follow one another is refused", async () => {
    const text = arrow.makeData({
      type: new arrow.Utf8(),
      length: 3,
      valueOffsets: Int32Array.of(0, 5, 2, 5),
      data: new TextEncoder().encode("abcde"),
    });
    const bytes = arrow.tableToIPC(new arrow.Table({ text: arrow.makeVector(text) }), "stream");
    expect(await refusal(bytes)).toMatch(/"text" has a value outside of its bytes/);
  });

  it("with a code that its dictionary does not have is refused: it would be read as null", async () => {
    const bytes = (await tableToArrow(makeTable([{ name: "s", cells: ["a", "b"] }]))).slice();
    const view = viewOf(bytes);
    let codes = 0;
    for (let at = 8; at + 8 <= bytes.length; at += 8) {
      if (view.getInt32(at, true) !== 0 || view.getInt32(at + 4, true) !== 1) continue;
      view.setInt32(at + 4, 7, true);
      const said = await refusal(bytes);
      if (/"s" has a value that its dictionary does not have/.test(said)) codes++;
      view.setInt32(at + 4, 1, true);
    }
    expect(codes).toBe(1);
    expect(await refusal(bytes)).toBe("read");
  });
});
