import {
  compareResults,
  formText,
  isSameTables,
  type NumberChange,
  plainText,
  type Table,
} from "@analytics-engines/core/results";
import type { ManifestTable, ManifestUnit, ReproducedMove, ReproducedUnit } from "../folder/manifest/manifest.ts";
import { readStored } from "../folder/results/read-stored.ts";

/** A unit of a run folder. */
interface StoredUnit {
  readonly folder: string;
  readonly unit: ManifestUnit;
}

type Compared = Omit<ReproducedUnit, "path" | "id">;

/** Compares the result of a unit with its earlier result. There is no tolerance. */
export async function compareUnit(
  before: StoredUnit,
  after: { readonly folder: string; readonly unit: ManifestUnit | undefined; readonly missingReason: string },
): Promise<Compared> {
  const { unit: then } = before;
  const { unit: now } = after;
  if (then.status !== "success") return incomparable(`it had no result then: ${then.status}`);
  if (now?.status !== "success") return incomparable(after.missingReason);
  if (now.sha256 !== undefined && now.sha256 === then.sha256?.toLowerCase()) return { outcome: "same-bytes" };
  const [daysThen, daysNow] = [days(then), days(now)];
  if (daysThen !== daysNow && daysThen !== "" && daysNow !== "")
    return incomparable(
      `it was computed for ${daysThen} then and for ${daysNow} now: its parameters leave the days to the service`,
    );
  const is = await readStored(after.folder, now);
  if (is.kind === "altered") return incomparable(`the result of this run: ${is.reason}`);
  const was = await readStored(before.folder, then);
  if (was.kind === "altered") {
    const sizes = otherSizes(then.tables, now.tables);
    return sizes === undefined
      ? incomparable(`the bytes differ, and the earlier result cannot be compared: ${was.reason}`)
      : { outcome: "differs", reason: sizes };
  }
  if (was.kind === "unread")
    return incomparable(`the bytes differ, and the earlier result cannot be compared: ${was.reason}`);
  if (is.kind === "unread")
    return incomparable(`the bytes differ, and the result of this run cannot be compared: ${is.reason}`);
  if (was.kind === "no-tables")
    return incomparable(`the bytes differ, and the earlier result has no tables: ${was.reason}`);
  if (is.kind === "no-tables")
    return incomparable(`the bytes differ, and the result of this run has no tables: ${is.reason}`);
  return compareTables(was.tables, is.tables);
}

function compareTables(before: readonly Table[], after: readonly Table[]): Compared {
  if (isSameTables(before, after)) return { outcome: "same-tables" };
  const { isSame, form, moves, changedCells, comparedCells } = compareResults(before, after);
  if (isSame) return { outcome: "same-tables" };
  const cells = changedCells === 0 ? [] : [`${changedCells} of ${comparedCells} cells differ`];
  return {
    outcome: "differs",
    reason: [...cells, ...form.map(formText)].join(", "),
    ...(moves.length === 0 ? {} : { moves: moves.map(toMove) }),
  };
}

function toMove({ row, column, before, after }: NumberChange): ReproducedMove {
  return { row: row.map(plainText).join(", "), column, before, after };
}

function incomparable(reason: string): Compared {
  return { outcome: "not-comparable", reason };
}

/** `20251231 to 20260130`; empty where the manifest has none. */
function days({ dates = {} }: ManifestUnit): string {
  return [dates.start, dates.end].filter((date) => date !== undefined).join(" to ");
}

/** How the sizes of the tables in the manifests differ; `undefined` where they do not, or are not known. */
function otherSizes(before: readonly ManifestTable[] = [], after: readonly ManifestTable[] = []): string | undefined {
  const [was, is] = [before.map(size), after.map(size)].map((sizes) => sizes.join("; "));
  return was === "" || is === "" || was === is ? undefined : `its tables have other sizes: ${was} then, ${is} now`;
}

function size({ rows, columns }: ManifestTable): string {
  return `${rows} rows and ${columns} columns`;
}
