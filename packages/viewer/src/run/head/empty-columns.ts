import type { Table } from "@analytics-engines/core/results";
import { columnText } from "../../column-text.ts";
import { t } from "../../l10n.ts";

/**
 * A sentence about the columns without any value. Answers of families with one result have no place for warnings, so the service cannot say
 * why a calculation is missing: only the empty column shows it.
 */
export function emptyColumnsNote(tables: readonly Table[]): string | undefined {
  const names = tables
    .filter(({ rowCount }) => rowCount > 0)
    .flatMap(({ columns }) => columns.filter((column) => !column.isHidden && isEmpty(column)).map(columnText));
  if (names.length === 0) return undefined;
  return t("No row has a value for {0}. The service gives no reason.", names.join(", "));
}

function isEmpty({ values }: Table["columns"][number]): boolean {
  if (values.kind === "number") return values.isNull?.every((mark) => mark === 1) === true;
  if (values.kind === "text") return values.codes.every((code) => code < 0);
  return values.values.every((value) => value === null);
}
