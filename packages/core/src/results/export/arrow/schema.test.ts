import * as f from "@uwdata/flechette";
import { describe, expect, it } from "vitest";
import { arrowCases } from "../../../../test/support/arrow/arrow-cases.ts";
import {
  batchOf,
  kinds,
  makeArrow,
  packings,
  readColumns,
  valuesColumn,
} from "../../../../test/support/arrow/make-arrow.ts";
import { decodeResultBytes } from "../../decode-bytes.ts";
import { tableToArrow } from "./write.ts";

describe.each(kinds)("an Arrow %s", (kind) => {
  describe.each(packings)("packed by %s", (packing) => {
    it.each(arrowCases)("of %s has the cells that were written", async (_, column, type, values, cells) => {
      const bytes = makeArrow({ value: column }, kind, packing);
      expect(await readColumns(bytes)).toEqual([{ name: "value", type, kind: values, cells }]);
    });
  });
});

describe("Arrow", () => {
  it("gives the same columns side by side, over several batches", async () => {
    const columns = Object.fromEntries(
      arrowCases
        .filter(([, column]) => column.length === 3 && column.type.typeId !== f.Type.Dictionary)
        .map(([name, column]) => [name, new f.Column([...column.data, ...column.data], column.type)]),
    );
    const read = await readColumns(makeArrow(columns, "stream", "lz4"));
    expect(read?.map(({ name, cells }) => [name, cells])).toEqual(
      arrowCases.flatMap(([name, , , , cells]) => (name in columns ? [[name, [...cells, ...cells]]] : [])),
    );
  });

  it("reads dictionaries that grow from batch to batch", async () => {
    const texts = f.utf8();
    const type = f.dictionary(texts);
    const values = new f.Column([...valuesColumn(texts, ["a", "b"]).data, ...valuesColumn(texts, ["c"]).data]);
    const codes = [Int32Array.of(1, 0), Int32Array.of(2, 1)].map((held) =>
      Object.assign(batchOf(type, { length: 2, values: held }), { dictionary: values }),
    );
    for (const kind of kinds) {
      const bytes = makeArrow({ code: new f.Column(codes, type) }, kind);
      expect((await readColumns(bytes))?.[0]?.cells).toEqual(["b", "a", "c", "b"]);
    }
  });

  it("recognises a file that comes as application/octet-stream", async () => {
    const bytes = makeArrow({ value: valuesColumn(f.int8(), [1]) }, "file", "lz4");
    expect(await readColumns(bytes, "application/octet-stream")).toMatchObject([{ cells: [1] }]);
  });

  it("keeps the types of a table that it writes itself", async () => {
    const columns = Object.fromEntries(
      arrowCases.filter(([, column]) => column.length === 3).map(([name, column]) => [name, column]),
    );
    const tables = await decodeResultBytes(makeArrow(columns));
    const [table] = tables;
    if (table === undefined) throw new Error("a table is expected");
    expect(await decodeResultBytes(await tableToArrow(table))).toEqual(tables);
  });
});
