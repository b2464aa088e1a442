import { csvFileOptions, csvLines, type Table, UnreadVersionError } from "@analytics-engines/core/results";
import { decodeStored } from "@analytics-engines/runs";
import { UserError } from "@analytics-engines/runs/progress";
import * as l10n from "@vscode/l10n";
import { resultKind } from "../../common/texts.ts";
import { openResult, resultBytes, type Target, unreadText } from "../source/run-source.ts";

/** CSV is written in pieces of about so many characters, since the text of a large table is too long for one string. */
const PIECE_LENGTH = 1 << 20;

/** Reads the tables of a result. @throws UserError if it has none, or they cannot be read */
export async function tablesOf({ source, unit }: Target): Promise<readonly Table[]> {
  const kind = resultKind(unit.contentType);
  if (kind !== "json" && kind !== "arrow")
    throw new UserError(
      l10n.t("A result of type {0} contains no tables. Open the file instead.", unit.contentType ?? ""),
    );
  const stored = await openResult(source, unit);
  try {
    const tables = await decodeStored(stored, unit.contentType ?? "");
    if (tables.length > 0) return tables;
  } catch (error) {
    // A result in a version that is not read is no defect of the export, so its error is for the user.
    throw error instanceof UnreadVersionError ? new UserError(unreadText(error, unit.file ?? "")) : error;
  } finally {
    await stored.close();
  }
  throw new UserError(l10n.t('The result of "{0}" contains no tables. Open the file instead.', unit.id));
}

/** Converts a table to a CSV file for spreadsheets: `csvFileOptions` says how. */
export function* csvOf(table: Table): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  let text = "";
  for (const line of csvLines(table, csvFileOptions)) {
    text += line;
    if (text.length < PIECE_LENGTH) continue;
    yield encoder.encode(text);
    text = "";
  }
  yield encoder.encode(text);
}

/** Reads a JSON result, unchanged. @throws UserError for a result of another type */
export async function jsonOf({ source, unit }: Target): Promise<Uint8Array> {
  if (resultKind(unit.contentType) !== "json")
    throw new UserError(l10n.t("A result of type {0} is not JSON. Open the file instead.", unit.contentType ?? ""));
  return resultBytes(source, unit);
}
