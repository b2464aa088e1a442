import * as f from "@uwdata/flechette";
import { parseExactJson } from "../../../src/json/exact-number.ts";
import { rawColumn, valuesColumn } from "./make-arrow.ts";

const { TimeUnit } = f;
/** Three rows, of which the second is null. */
const holed = { length: 3, nullCount: 1, validity: Uint8Array.of(0b101) };
const exact = (digits: string) => parseExactJson(`[${digits}]`);
const [large] = [exact("9007199254740993")].flat();
const [largest] = [exact("18446744073709551615")].flat();
const [power] = [exact("1152921504606846976")].flat();
const [long] = [exact("-12345678901234567890.10")].flat();
const day = 86_400_000;

/** The two halves of each number, lowest first. */
const wide = (count: number, ...values: readonly bigint[]) =>
  BigUint64Array.from(
    values.flatMap((value) =>
      Array.from({ length: count }, (_, part) => BigInt.asUintN(64, value >> BigInt(64 * part))),
    ),
  );

/** A column of each type that is read, as another library writes it, and what it must be read as: its type, how it is stored, its cells. */
export const arrowCases: readonly (readonly [
  name: string,
  column: f.Column<unknown>,
  type: string,
  kind: "number" | "text" | "json",
  cells: readonly unknown[],
])[] = [
  ["int8", valuesColumn(f.int8(), [-128, null, 127]), "int8", "number", [-128, null, 127]],
  ["uint8", valuesColumn(f.uint8(), [0, null, 255]), "uint8", "number", [0, null, 255]],
  ["int16", valuesColumn(f.int16(), [-32768, null, 1]), "int16", "number", [-32768, null, 1]],
  ["uint16", valuesColumn(f.uint16(), [65535, null, 1]), "uint16", "number", [65535, null, 1]],
  ["int32", valuesColumn(f.int32(), [-2147483648, null, 1]), "int32", "number", [-2147483648, null, 1]],
  ["uint32", valuesColumn(f.uint32(), [4294967295, null, 1]), "uint32", "number", [4294967295, null, 1]],
  ["int64", valuesColumn(f.int64(), [-5n, null, 7n]), "int64", "number", [-5, null, 7]],
  ["int64 beyond doubles", valuesColumn(f.int64(), [1n, null, 9007199254740993n]), "int64", "json", [1, null, large]],
  [
    "uint64 beyond doubles",
    valuesColumn(f.uint64(), [2n ** 64n - 1n, null, 2n ** 60n]),
    "uint64",
    "json",
    [largest, null, power],
  ],
  [
    "float16",
    rawColumn(f.float16(), {
      ...holed,
      length: 7,
      values: Uint16Array.of(0x3c00, 0, 0xc000, 1, 0x7bff, 0x7c00, 0x7e00),
      validity: Uint8Array.of(0b1111101),
    }),
    "double",
    "number",
    [1, null, -2, 2 ** -24, 65504, Number.POSITIVE_INFINITY, Number.NaN],
  ],
  ["float32", valuesColumn(f.float32(), [0.5, null, -0]), "double", "number", [0.5, null, -0]],
  ["float64", valuesColumn(f.float64(), [0.1, null, Number.NaN]), "double", "number", [0.1, null, Number.NaN]],
  ["decimal32", valuesColumn(f.decimal32(5, 2), [110n, null, -5n]), "decimal(5, 2)", "number", [1.1, null, -0.05]],
  ["decimal64", valuesColumn(f.decimal64(18, 3), [1_500n, null, -1n]), "decimal(18, 3)", "number", [1.5, null, -0.001]],
  ["decimal128", valuesColumn(f.decimal128(10, 2), [110n, null, -110n]), "decimal(10, 2)", "number", [1.1, null, -1.1]],
  [
    "decimal128 beyond doubles",
    valuesColumn(f.decimal128(38, 2), [110n, null, -1234567890123456789010n]),
    "decimal(38, 2)",
    "json",
    [1.1, null, long],
  ],
  [
    "decimal128 of a scale below 0",
    rawColumn(f.decimal128(5, -3), { ...holed, values: wide(2, 12n, 0n, 0n) }),
    "decimal(5, -3)",
    "number",
    [12000, null, 0],
  ],
  [
    "decimal256",
    rawColumn(f.decimal256(76, 4), { ...holed, values: wide(4, 12345n, 0n, -1n) }),
    "decimal(76, 4)",
    "number",
    [1.2345, null, -0.0001],
  ],
  ["date32", valuesColumn(f.dateDay(), [19753 * day, null, -day]), "date", "text", ["2024-01-31", null, "1969-12-31"]],
  [
    "date64",
    rawColumn(f.dateMillisecond(), { ...holed, values: BigInt64Array.of(0n, 0n, 1n) }),
    "date",
    "text",
    ["1970-01-01", null, "1970-01-01T00:00:00.001"],
  ],
  [
    "time32 in s",
    rawColumn(f.timeSecond(), { ...holed, values: Int32Array.of(3661, 0, 0) }),
    "time[s]",
    "text",
    ["01:01:01", null, "00:00:00"],
  ],
  [
    "time32 in ms",
    rawColumn(f.timeMillisecond(), { ...holed, values: Int32Array.of(3661007, 0, 0) }),
    "time[ms]",
    "text",
    ["01:01:01.007", null, "00:00:00.000"],
  ],
  [
    "time64 in us",
    rawColumn(f.timeMicrosecond(), { ...holed, values: BigInt64Array.of(1n, 0n, 86_399_999_999n) }),
    "time[us]",
    "text",
    ["00:00:00.000001", null, "23:59:59.999999"],
  ],
  [
    "time64 in ns",
    rawColumn(f.timeNanosecond(), { ...holed, values: BigInt64Array.of(1n, 0n, 2n) }),
    "time[ns]",
    "text",
    ["00:00:00.000000001", null, "00:00:00.000000002"],
  ],
  [
    "timestamp in s",
    rawColumn(f.timestamp(TimeUnit.SECOND), { ...holed, values: BigInt64Array.of(-1n, 0n, 1706693400n) }),
    "timestamp[s]",
    "text",
    ["1969-12-31T23:59:59", null, "2024-01-31T09:30:00"],
  ],
  [
    "timestamp in ms",
    rawColumn(f.timestamp(TimeUnit.MILLISECOND), { ...holed, values: BigInt64Array.of(-1n, 0n, 1n) }),
    "timestamp[ms]",
    "text",
    ["1969-12-31T23:59:59.999", null, "1970-01-01T00:00:00.001"],
  ],
  [
    "timestamp in us with a zone",
    rawColumn(f.timestamp(TimeUnit.MICROSECOND, "America/New_York"), {
      ...holed,
      values: BigInt64Array.of(1n, 0n, 0n),
    }),
    "timestamp[us, tz=America/New_York]",
    "text",
    ["1970-01-01T00:00:00.000001Z", null, "1970-01-01T00:00:00.000000Z"],
  ],
  [
    "timestamp in ns",
    rawColumn(f.timestamp(TimeUnit.NANOSECOND), { ...holed, values: BigInt64Array.of(1706693400123456789n, 0n, -1n) }),
    "timestamp[ns]",
    "text",
    ["2024-01-31T09:30:00.123456789", null, "1969-12-31T23:59:59.999999999"],
  ],
  [
    "duration",
    rawColumn(f.duration(TimeUnit.MICROSECOND), { ...holed, values: BigInt64Array.of(-1n, 0n, 1500n) }),
    "duration[us]",
    "number",
    [-1, null, 1500],
  ],
  [
    "interval of months",
    rawColumn(f.interval(f.IntervalUnit.YEAR_MONTH), { ...holed, values: Int32Array.of(14, 0, 0) }),
    "interval[month]",
    "text",
    ["P14M", null, "PT0S"],
  ],
  [
    "interval of days",
    rawColumn(f.interval(f.IntervalUnit.DAY_TIME), { ...holed, values: Int32Array.of(3, 500, 0, 0, 0, -1) }),
    "interval[day, ms]",
    "text",
    ["P3DT0.5S", null, "PT-0.001S"],
  ],
  [
    "interval of all",
    rawColumn(f.interval(f.IntervalUnit.MONTH_DAY_NANO), {
      ...holed,
      values: new Uint8Array(Int32Array.of(1, 2, 3, 0, 0, 0, 0, 0, -1, 0, 0, 0).buffer),
    }),
    "interval[month, day, ns]",
    "text",
    ["P1M2DT0.000000003S", null, "P-1M"],
  ],
  ["bool", valuesColumn(f.bool(), [true, null, false]), "bool", "json", [true, null, false]],
  ["utf8", valuesColumn(f.utf8(), ["é", null, "\ufeffa"]), "string", "text", ["é", null, "\ufeffa"]],
  ["large utf8", valuesColumn(f.largeUtf8(), ["a", null, ""]), "string", "text", ["a", null, ""]],
  [
    "binary",
    valuesColumn(f.binary(), [Uint8Array.of(1, 2, 255), null, Uint8Array.of()]),
    "binary",
    "text",
    ["AQL/", null, ""],
  ],
  [
    "large binary",
    valuesColumn(f.largeBinary(), [Uint8Array.of(1), null, Uint8Array.of(2)]),
    "binary",
    "text",
    ["AQ==", null, "Ag=="],
  ],
  [
    "fixed-size binary",
    valuesColumn(f.fixedSizeBinary(2), [Uint8Array.of(1, 2), null, Uint8Array.of(3, 4)]),
    "binary",
    "text",
    ["AQI=", null, "AwQ="],
  ],
  ["dictionary", valuesColumn(f.dictionary(f.utf8(), f.uint8()), ["b", null, "b"]), "string", "text", ["b", null, "b"]],
  [
    "dictionary of decimals",
    valuesColumn(f.dictionary(f.decimal128(9, 1), f.int16()), [15n, null, 15n]),
    "decimal(9, 1)",
    "number",
    [1.5, null, 1.5],
  ],
  ["null", rawColumn(f.nullType(), { length: 3, nullCount: 3 }), "null", "json", [null, null, null]],
];
