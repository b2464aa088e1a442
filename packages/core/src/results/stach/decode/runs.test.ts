import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readByteStream } from "../../../json/cursor.ts";
import { ResultDecodeError } from "../../../json/errors.ts";
import { readRanges, readRuns } from "./runs.ts";

/** Reads the runs of a text that comes in pieces of this size. */
function read(json: string, size: number) {
  const bytes = new TextEncoder().encode(json);
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size);
  }
  return readByteStream(pieces(), (cursor) => readRuns(cursor, "ranges"));
}

const member = fc
  .tuple(
    fc.oneof(fc.nat(30), fc.nat(300_000_000)),
    fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 200_000 })),
    fc.constantFrom(":", " : ", ":\n"),
    fc.boolean(),
  )
  .map(([key, length, colon, escaped]) => {
    const text = escaped ? `\\u003${String(key)[0]}${String(key).slice(1)}` : String(key);
    return `"${text}"${colon}${length}`;
  });

function attempt<T>(work: () => T) {
  try {
    return work();
  } catch (error) {
    return pathIn(error);
  }
}

function pathIn(error: unknown) {
  if (error instanceof ResultDecodeError) return { path: error.path };
  throw error;
}

describe("the runs of a column", () => {
  it("are those of the parsed JSON, in order, wherever the bytes are cut", async () => {
    const text = fc.array(member, { maxLength: 40 }).map((all) => `{${all.join(",")}}`);
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 64 }), async (json, size) => {
        const expected = attempt(() => readRanges(JSON.parse(json), "ranges"));
        expect(await read(json, size).catch(pathIn)).toEqual(expected);
      }),
    );
  });

  it("are sorted by their keys as numbers; if a key is there twice, the last counts", async () => {
    const { starts, lengths, extraRows } = await read('{"100":2,"9":3,"2":4,"9":5}', 100);
    expect([...starts]).toEqual([2, 9, 100]);
    expect([...lengths]).toEqual([4, 5, 2]);
    expect(extraRows).toBe(8);
  });

  it("are refused if they are not runs", async () => {
    const wrong = [
      "[]",
      "7",
      '"text"',
      '{"a":1}',
      '{"1":0}',
      '{"1":1.5}',
      '{"1":"2"}',
      '{"1":2,"5":0}',
      '{"1":2,"5":-1}',
      '{"0":1,"01":2}',
      '{"0":1,"00":2}',
      '{"1":2,"2":2}',
      '{"-1":2}',
      '{"1.0":2}',
      '{" 1":2}',
    ];
    const large = [
      '{"5000000000":2}',
      '{"1":300000000}',
      '{"1":268435456,"268435457":200}',
      '{"0":99999999,"99999999":99999999,"199999998":99999999}',
    ];
    for (const json of [...wrong, ...large, '{"1":2', '{"1":2,}', '{"1" 2}', '{"1":02}']) {
      await expect(read(`${json} `, 3), json).rejects.toThrow(ResultDecodeError);
    }
    expect((await read("null ", 2)).extraRows).toBe(0);
  });
});
