import { families } from "../../families/families.ts";
import type { JsonPath } from "../../json/pointer.ts";
import type { IssueFinding } from "../issues/findings.ts";
import type { FilePlace } from "../issues/issue.ts";
import { quoted } from "../text/words.ts";
import type { Filling } from "./filling.ts";
import { type JobRows, pathOfUnit, type SweepPlan } from "./jobs.ts";
import { startsWith } from "./places.ts";
import type { JsonSource } from "./sources.ts";

/** What is needed to find where a value of a request comes from. */
interface PlaceContext extends SweepPlan {
  readonly sweep: JsonSource;
  /** The column that a mistake in an id is reported in. */
  readonly idColumn: number;
}

/** Where a value of a request or its name comes from: a cell, a member of `fill` in the sweep, or else the template. */
type Origin =
  | { readonly row: number; readonly column: number }
  | { readonly filling: Filling; readonly unit: string }
  | { readonly path: JsonPath; readonly unit?: string };

/** Reports a finding about the request of a job where the value comes from. */
export function placeIssue(context: PlaceContext, job: JobRows, finding: IssueFinding): void {
  const { code, severity, message } = finding;
  const cellFinding = { code, message, ...(severity !== undefined && { severity }) };
  const origin = findOrigin(context, job, finding.path, finding);
  if ("row" in origin) {
    context.rows.report(origin.row, origin.column, cellFinding);
    return;
  }
  // The same for all rows, so it names none of their units.
  const general = origin.unit === undefined ? message : message.replace(` in ${quoted(origin.unit)}`, "");
  const at = finding.at === "key" ? "key" : "value";
  if ("path" in origin) context.template.source.add({ ...finding, message: general, path: origin.path });
  else context.sweep.add({ ...cellFinding, message: general, path: origin.filling.place, at });
}

/** The range that a value of the request of a job comes from, or its name; undefined where none of the files has it. */
export function rangeOfValue(context: PlaceContext, job: JobRows, path: JsonPath, part?: "key"): FilePlace | undefined {
  const origin = findOrigin(context, job, path, { at: part });
  if ("row" in origin) return context.rows.rangeOf(origin.row, origin.column);
  if ("filling" in origin) return context.sweep.rangeOf(origin.filling.place);
  const { source, unitPath } = context.template;
  const range = source.rangeOf(origin.path, part);
  if (range !== undefined) return range;
  // The template lacks what only the rows fill: the first cell that does.
  const inner = context.fillings.find((each) => startsWith([...unitPath, ...each.path], origin.path));
  const start = path.slice(0, path.length - origin.path.length + unitPath.length);
  return inner && rangeOfValue(context, job, [...start, ...inner.path]);
}

function findOrigin(
  { family, template, fillings, idColumn }: PlaceContext,
  job: JobRows,
  path: JsonPath,
  { at, code }: { readonly at?: IssueFinding["at"]; readonly code?: IssueFinding["code"] },
): Origin {
  const { answers } = families[family];
  const depth = pathOfUnit(family, job).length;
  if (path.length < depth || (depth > 0 && path[0] !== "data")) return { path: [...template.rootPath, ...path] };
  const unit = answers === "units" ? String(path[1]) : "";
  const row = answers === "units" ? job.rows[job.ids.indexOf(unit)] : job.rows[0];
  const inUnit = path.slice(depth);
  if (answers === "units" && inUnit.length === 0 && at === "key" && row !== undefined) return { row, column: idColumn };
  const filling = fillings.find((each) => startsWith(inUnit, each.path) || isCause(code, inUnit, each));
  const column = filling?.pattern.find((piece) => typeof piece === "number");
  // What is wrong with a name is no mistake of a cell.
  const isOfName = code !== undefined && at === "key";
  if (column !== undefined && row !== undefined && !isOfName) return { row, column };
  return filling === undefined ? { path: [...template.unitPath, ...inUnit], unit } : { filling, unit };
}

/** Whether the value of a filling is one of two that contradict each other. */
function isCause(code: IssueFinding["code"] | undefined, path: JsonPath, { path: place }: Filling): boolean {
  return code === "dates-reversed" && startsWith(place, path.slice(0, -1)) && place.length === path.length;
}
