import * as arrow from "apache-arrow";
import { computed } from "../../../../simulator/test/support/compute.ts";
import { tableToArrow } from "../../../src/results/export/arrow/write.ts";
import { makeTable } from "../tables/make-table.ts";
import { arrowCases } from "./arrow-cases.ts";
import { makeArrow } from "./make-arrow.ts";

const quant = {
  universe: { source: "IdentifierUniverse", universeType: "Equity", identifiers: ["ALDR", "BRKN", "CYPR"] },
  dates: { source: "FdsDate", startDate: "-1M", endDate: "0", frequency: "W", calendar: "FIVEDAY" },
  formulas: [
    { source: "ScreeningExpression", expr: "PRICE", name: "Price" },
    { source: "FqlExpression", expr: "TOTAL_RETURN(-1M, 0)", name: "Total Return" },
  ],
};

const nothing = ["a", null, "b"];

/**
 * Arrow bytes as a service, this library and other writers make them: files and streams, one batch and several, of every type, plain and
 * packed.
 */
export async function arrowSamples(): Promise<Uint8Array[]> {
  const ours = makeTable([
    { name: "s", cells: ["alpha", null, "beta"], isDimension: true },
    { name: "w", header: ["Port", "Weight"], cells: [1.5, null, -2], format: "{0:0.00}" },
    { name: "v", cells: [[1], null, { a: true }] },
  ]);
  const others = new arrow.Table({
    large: arrow.vectorFromArray([1n, null, 3n], new arrow.Int64()),
    text: arrow.vectorFromArray(["12", null, "é"], new arrow.Utf8()),
    long: arrow.vectorFromArray(["one", null, "three"], new arrow.LargeUtf8()),
    date: arrow.vectorFromArray([new Date(0), null, new Date(86_400_000)], new arrow.DateDay()),
    time: arrow.vectorFromArray([1, null, 0], new arrow.TimestampMillisecond()),
    flag: arrow.vectorFromArray([true, null, false], new arrow.Bool()),
    nothing: arrow.makeVector(arrow.makeData({ type: new arrow.Null(), length: nothing.length })),
    code: arrow.vectorFromArray(nothing, new arrow.Dictionary(new arrow.Utf8(), new arrow.Int8())),
  });
  const batches = new arrow.Table([...others.batches, ...others.batches]);
  const columns = arrowCases.filter(([, column]) => column.length === 3);
  const everyType = columns.map(([name, column], index) => {
    const packing = (["none", "lz4"] as const)[index % 2];
    return makeArrow({ [name]: column }, index % 4 < 2 ? "file" : "stream", packing);
  });
  const sideBySide = Object.fromEntries(columns.map(([name, column]) => [name, column]));
  return [
    ...everyType,
    makeArrow(sideBySide, "file", "lz4"),
    makeArrow(sideBySide, "stream", "lz4"),
    new Uint8Array(computed("quant", quant, { meta: { format: "Feather" } }).body),
    await tableToArrow(ours),
    arrow.tableToIPC(batches, "file"),
    arrow.tableToIPC(batches, "stream"),
  ];
}
