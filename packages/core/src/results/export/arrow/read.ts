import { ResultDecodeError, UnreadVersionError } from "../../../json/errors.ts";
import { parseExactJson } from "../../../json/exact-number.ts";
import { findUnreadScheme } from "../../../json/unread-form.ts";
import { asList, asObject, asText, optionalMember } from "../../../json/value.ts";
import { fromBase64 } from "../../../text/bytes.ts";
import { messageOf } from "../../../text/errors.ts";
import { withScales } from "../../format/column-format.ts";
import { CellStore } from "../../stach/decode/cell-store.ts";
import { asAlign } from "../../stach/decode/definition.ts";
import { LEVEL_SEPARATOR } from "../../stach/decode/headers.ts";
import { readMetadata } from "../../stach/decode/read-table.ts";
import { parentsOf } from "../../stach/decode/rows.ts";
import type { Column, Table } from "../../table.ts";
import { loadBatches } from "./batches.ts";
import { damaged, Limits, unsupported } from "./flatbuffer.ts";
import { readFraming } from "./framing.ts";
import { arrowKind } from "./kind.ts";
import { type ArrowField, type ArrowSchema, arrowTypeName, type Metadata } from "./schema.ts";
import type { Vector } from "./vectors/column.ts";
import { METADATA_KEY, unpackFormats } from "./write.ts";

/**
 * The table of Arrow IPC bytes (Feather version 2), file or stream. The levels of a header are those of the field's name; if `tableToArrow`
 * wrote the bytes, they also say which columns are dimensions, and contain formats and groups. Throws ResultDecodeError for bytes that are
 * damaged, or that have a type or codec that this reader does not support.
 */
export function decodeArrow(bytes: Uint8Array): Table[] {
  const kind = arrowKind(bytes);
  if (kind === undefined) throw new ResultDecodeError("", "this is not an Arrow file or stream");
  if (kind === "feather-1")
    throw unsupported(
      "it is Feather version 1, an older format; write it again as version 2 (in Python, pyarrow.feather.write_feather(table, path, version=2))",
    );
  try {
    return [readTable(bytes)];
  } catch (cause) {
    if (cause instanceof ResultDecodeError) throw cause;
    const reason = messageOf(cause);
    throw new ResultDecodeError("", `the Arrow data cannot be read (${reason})`, { cause });
  }
}

function readTable(bytes: Uint8Array): Table {
  const framing = readFraming(bytes);
  const { schema } = framing;
  const form = findUnreadScheme(schema.metadata);
  if (form !== undefined) throw new UnreadVersionError(form);
  const limits = new Limits();
  const readers = schema.fields.map((field) => new ColumnReader(field));
  let rowCount = 0;
  for (const { columns, length } of loadBatches(framing, limits)) {
    for (const [index, reader] of readers.entries()) reader.add(columns[index], rowCount);
    rowCount += length;
  }
  // A file without columns may have no batch that says how many rows it has.
  const stated = schema.fields.length === 0 ? factsOf(schema.metadata)["rowCount"] : undefined;
  if (rowCount === 0 && typeof stated === "number" && Number.isSafeInteger(stated) && stated > 0) {
    limits.takeRows(stated, "the table");
    rowCount = stated;
  }
  return {
    ...tableFacts(schema, rowCount),
    rowCount,
    columns: withScales(readers.map((reader) => reader.finish(rowCount))),
  };
}

/** The cells of one column, batch by batch. */
class ColumnReader {
  readonly #field: ArrowField;
  readonly #facts: ReturnType<typeof factsOf>;
  readonly #store = new CellStore();

  constructor(field: ArrowField) {
    this.#field = field;
    this.#facts = factsOf(field.metadata);
  }

  add(cells: Vector | undefined, firstRow: number): void {
    const isJson = this.#facts["isJson"] === true;
    for (let row = 0; row < (cells?.length ?? 0); row++) {
      const cell = cells?.cell(row);
      this.#store.set(firstRow + row, isJson && typeof cell === "string" ? parseExactJson(cell) : cell);
    }
  }

  finish(rowCount: number): Column {
    const { name, type } = this.#field;
    const facts = this.#facts;
    const stated = asText(facts["type"]) ?? arrowTypeName(type);
    const text = <K extends string>(key: K) => {
      const fact = facts[key];
      return optionalMember(key, typeof fact === "string" ? fact : undefined);
    };
    return {
      id: asText(facts["id"]) ?? name,
      name: asText(facts["name"]) ?? name,
      header: asList(facts["header"])?.map(String) ?? name.split(LEVEL_SEPARATOR),
      type: stated,
      isDimension: facts["isDimension"] === true,
      isHidden: facts["isHidden"] === true,
      ...text("parentId"),
      ...text("nextSiblingId"),
      ...text("format"),
      ...text("nullFormat"),
      ...optionalMember("align", asAlign(facts["align"])),
      values: {
        ...this.#store.finish(rowCount, stated),
        ...optionalMember("formats", unpackFormats(facts["cellFormats"], rowCount)),
      },
    };
  }
}

function tableFacts(schema: ArrowSchema, rowCount: number): Pick<Table, "id" | "groupLevels" | "parents" | "metadata"> {
  const facts = factsOf(schema.metadata);
  const levels = typeof facts["groupLevels"] === "string" ? fromBase64(facts["groupLevels"]) : undefined;
  if (levels && levels.length !== rowCount) throw damaged("it does not have as many group levels as rows");
  return {
    id: asText(facts["id"]) ?? "table_0",
    ...(levels ? { groupLevels: levels, parents: parentsOf(levels) } : {}),
    metadata: readMetadata(facts["metadata"], undefined),
  };
}

/** The properties that `tableToArrow` stores in the metadata; other writers store none. */
function factsOf(metadata: Metadata) {
  const text = metadata.get(METADATA_KEY);
  return (text === undefined ? undefined : asObject(JSON.parse(text))) ?? {};
}
