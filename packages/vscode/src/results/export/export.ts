import {
  type ByteSource,
  csvFileOptions,
  csvStream,
  decodeResultBytes,
  parquetStream,
  type Table,
  tableToCsv,
  UnreadVersionError,
} from "@analytics-engines/core/results";
import { UserError } from "@analytics-engines/runs/host";
import * as l10n from "@vscode/l10n";
import { resultKind } from "../../common/texts.ts";
import { openResult, resultBytes, type Target, unreadText } from "../source/run-source.ts";

/** Larger JSON results become CSV or Parquet as a stream, to save memory. */
const MAX_DECODED_BYTES = 64_000_000;

/** Reads the tables of a result. @throws UserError if it has none, or they cannot be read */
export async function tablesOf({ source, unit }: Target): Promise<readonly Table[]> {
  const kind = resultKind(unit.contentType);
  if (kind !== "json" && kind !== "arrow")
    throw new UserError(
      l10n.t("A result of type {0} contains no tables. Open the file instead.", unit.contentType ?? ""),
    );
  const bytes = await resultBytes(source, unit);
  const tables = await decodeResultBytes(bytes, unit.contentType).catch((error: unknown) => {
    throw explained(error, unit.file);
  });
  if (tables.length === 0)
    throw new UserError(l10n.t('The result of "{0}" contains no tables. Open the file instead.', unit.id));
  return tables;
}

/** Whether a result is too large to decode as a whole. */
export function isLargeResult({ unit }: Target): boolean {
  return resultKind(unit.contentType) === "json" && (unit.bytes ?? 0) > MAX_DECODED_BYTES;
}

/** Converts a table to a CSV file for spreadsheets: `csvFileOptions` says how. */
export function csvOf(table: Table): Uint8Array {
  return new TextEncoder().encode(tableToCsv(table, csvFileOptions));
}

/** Converts a table of a large result to CSV while reading it from the disk. A result with one table needs no id. */
export function csvOfLarge(target: Target, table: string | undefined): AsyncGenerator<Uint8Array> {
  const which = table === undefined ? {} : { table };
  return convertLarge(target, (source) => csvStream(source, { ...csvFileOptions, ...which }));
}

/** Converts a table of a large result to Parquet, as `csvOfLarge` does. */
export function parquetOfLarge(target: Target, table: string | undefined): AsyncGenerator<Uint8Array> {
  return convertLarge(target, (source) => parquetStream(source, table === undefined ? {} : { table }));
}

async function* convertLarge(
  { source, unit }: Target,
  convert: (bytes: ByteSource) => AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const stored = await openResult(source, unit);
  try {
    yield* convert((from) => stored.stream(from));
  } catch (error) {
    throw explained(error, unit.file);
  } finally {
    await stored.close();
  }
}

/** A result in a version that is not read is no defect of the export, so its error is for the user. */
function explained(error: unknown, file = ""): unknown {
  return error instanceof UnreadVersionError ? new UserError(unreadText(error, file)) : error;
}

/** Reads a JSON result, unchanged. @throws UserError for a result of another type */
export async function jsonOf({ source, unit }: Target): Promise<Uint8Array> {
  if (resultKind(unit.contentType) !== "json")
    throw new UserError(l10n.t("A result of type {0} is not JSON. Open the file instead.", unit.contentType ?? ""));
  return resultBytes(source, unit);
}
