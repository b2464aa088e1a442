import type { DataType, Field, Schema } from "apache-arrow";
import { CellStore } from "../decode/cell-store.ts";
import { parentsOf } from "../decode/groups.ts";
import { LEVEL_SEPARATOR } from "../decode/headers.ts";
import { asList, asObject, asText } from "../decode/json.ts";
import { readMetadata } from "../decode/metadata.ts";
import { ResultDecodeError } from "../errors.ts";
import { numberOf, parseExactJson } from "../exact-number.ts";
import type { Column, Table } from "../table.ts";
import { checkContents } from "./contents.ts";
import { damaged } from "./flatbuffer.ts";
import { checkFraming } from "./framing.ts";
import { isArrow, loadArrow, METADATA_KEY } from "./load.ts";

/**
 * The table of Arrow IPC bytes (Feather), file or stream. The levels of a header are those of the field's name; which columns are
 * dimensions, formats and groups are known where `tableToArrow` wrote the bytes. Damaged bytes are told before they are followed.
 * Throws ResultDecodeError.
 */
export async function decodeArrow(bytes: Uint8Array): Promise<Table[]> {
  if (!isArrow(bytes)) throw new ResultDecodeError("", "this is no Arrow file or stream");
  const arrow = await loadArrow();
  try {
    checkFraming(bytes);
    const held = arrow.tableFromIPC(bytes);
    checkContents(arrow, held.batches);
    const columns = held.schema.fields.map((field, index) => {
      const { type, read } = readerOf(arrow, field.type);
      const store = new CellStore();
      const isJson = asObject(metadataOf(field))?.["isJson"] === true;
      let row = 0;
      for (const cell of held.getChildAt(index) ?? []) {
        const value = cell === null || cell === undefined ? null : read(cell);
        store.set(row++, isJson && typeof value === "string" ? parseExactJson(value) : value);
      }
      return columnOf(field, type, store, held.numRows);
    });
    return [{ ...tableFacts(held.schema, held.numRows), rowCount: held.numRows, columns }];
  } catch (cause) {
    if (cause instanceof ResultDecodeError) throw cause;
    throw new ResultDecodeError(
      "",
      `the Arrow data cannot be read (${cause instanceof Error ? cause.message : cause})`,
      { cause },
    );
  }
}

function columnOf(field: Field, type: string, store: CellStore, rowCount: number): Column {
  const facts = asObject(metadataOf(field)) ?? {};
  const stated = asText(facts["type"]) ?? type;
  const header = asList(facts["header"])?.map(String) ?? field.name.split(LEVEL_SEPARATOR);
  const align = facts["align"];
  const text = (key: string) => (typeof facts[key] === "string" ? { [key]: facts[key] } : {});
  return {
    id: asText(facts["id"]) ?? field.name,
    name: asText(facts["name"]) ?? field.name,
    header,
    type: stated,
    isDimension: facts["isDimension"] === true,
    isHidden: facts["isHidden"] === true,
    ...text("parentId"),
    ...text("nextSiblingId"),
    ...text("format"),
    ...text("nullFormat"),
    ...(align === "left" || align === "center" || align === "right" ? { align } : {}),
    values: store.finish(rowCount, stated),
  };
}

function tableFacts(schema: Schema, rowCount: number): Pick<Table, "id" | "groupLevels" | "parents" | "metadata"> {
  const facts = asObject(metadataOf(schema)) ?? {};
  const levels = typeof facts["groupLevels"] === "string" ? fromBase64(facts["groupLevels"]) : undefined;
  if (levels && levels.length !== rowCount) throw damaged("it has not as many group levels as rows");
  return {
    id: asText(facts["id"]) ?? "table_0",
    ...(levels ? { groupLevels: levels, parents: parentsOf(levels) } : {}),
    metadata: readMetadata(facts["metadata"], undefined),
  };
}

/** What stands under our key; other writers have none. */
function metadataOf(held: { readonly metadata: Map<string, string> }): unknown {
  const text = held.metadata.get(METADATA_KEY);
  return text === undefined ? undefined : JSON.parse(text);
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

interface CellsOfType {
  readonly type: string;
  /** A cell that is not null, as a table holds it. */
  read(cell: unknown): unknown;
}

function readerOf(arrow: typeof import("apache-arrow"), type: DataType): CellsOfType {
  const { DataType: is } = arrow;
  if (is.isDictionary(type)) return readerOf(arrow, type.dictionary);
  if (is.isFloat(type)) return { type: "double", read: Number };
  if (is.isInt(type)) return { type: type.toString().toLowerCase(), read: wholeNumber };
  if (is.isUtf8(type) || is.isLargeUtf8(type)) return { type: "string", read: String };
  if (is.isDate(type)) return { type: "date", read: (cell) => new Date(Number(cell)).toISOString().slice(0, 10) };
  if (is.isTimestamp(type)) return { type: "timestamp", read: (cell) => instant(Number(cell)) };
  if (is.isBool(type)) return { type: "bool", read: (cell) => cell };
  return {
    type: "object",
    read: (cell) => parseExactJson(JSON.stringify(cell, (_, value) => plainNumber(value))),
  };
}

/** A number where it is exact, else its digits. */
function wholeNumber(cell: unknown): unknown {
  return typeof cell === "bigint" ? numberOf(String(cell)) : cell;
}

/** A number in a struct as JSON has it: what JSON has no number for is a text, as in other results. */
function plainNumber(value: unknown): unknown {
  return typeof value === "number" && !Number.isFinite(value) ? String(value) : wholeNumber(value);
}

/** Milliseconds since 1970, with fractions, as ISO text to the microsecond. */
function instant(milliseconds: number): string {
  const whole = Math.floor(milliseconds);
  const micro = Math.min(Math.round((milliseconds - whole) * 1000), 999);
  const text = new Date(whole).toISOString();
  return micro === 0 ? text : text.replace("Z", `${String(micro).padStart(3, "0")}Z`);
}
