import { families } from "../../families/families.ts";
import type { JsonPath } from "../../json/pointer.ts";
import type { IssueFinding } from "../issues/findings.ts";
import { quoted } from "../text/words.ts";
import type { Filling } from "./filling.ts";
import type { JobRows, SweepPlan } from "./jobs.ts";
import { startsWith } from "./places.ts";
import type { JsonSource } from "./sources.ts";

/** What is needed to find where a value of a request comes from. */
interface PlaceContext extends SweepPlan {
  readonly sweep: JsonSource;
  /** The column that a mistake in an id is reported in. */
  readonly idColumn: number;
}

/** Reports a finding about the request of a job where the value comes from: at a cell, in the sweep, or in the template. */
export function placeIssue(context: PlaceContext, job: JobRows, finding: IssueFinding): void {
  const { family, template, fillings, rows, sweep, idColumn } = context;
  const { answers } = families[family];
  const { path } = finding;
  const depth = answers === "bare" ? 0 : answers === "single" ? 1 : 2;
  if (path.length < depth || (depth > 0 && path[0] !== "data")) {
    template.source.add({ ...finding, path: [...template.rootPath, ...path] });
    return;
  }
  const row = answers === "units" ? job.rows[job.ids.indexOf(String(path[1]))] : job.rows[0];
  const inUnit = path.slice(depth);
  const { code, severity, message } = finding;
  const cellFinding = { code, message, ...(severity !== undefined && { severity }) };
  if (answers === "units" && inUnit.length === 0 && finding.at === "key" && row !== undefined) {
    rows.report(row, idColumn, cellFinding);
    return;
  }
  const filling = fillings.find((each) => startsWith(inUnit, each.path) || isCause(code, inUnit, each));
  const column = filling?.pattern.find((piece) => typeof piece === "number");
  if (column !== undefined && row !== undefined) rows.report(row, column, cellFinding);
  else if (filling !== undefined) sweep.add({ ...cellFinding, path: filling.place });
  else {
    // The same for all rows, so it names none of their units.
    const general = message.replace(` in ${quoted(answers === "units" ? String(path[1]) : "")}`, "");
    template.source.add({ ...finding, message: general, path: [...template.unitPath, ...inUnit] });
  }
}

/** Whether the value of a filling is one of two that contradict each other. */
function isCause(code: IssueFinding["code"], path: JsonPath, { path: place }: Filling): boolean {
  return code === "dates-reversed" && startsWith(place, path.slice(0, -1)) && place.length === path.length;
}
