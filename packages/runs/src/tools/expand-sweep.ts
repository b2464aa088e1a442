import { isObject, property } from "@analytics-engines/core/basics";
import { countIssues, familyOfSweep } from "@analytics-engines/core/parameters";
import * as z from "zod";
import { MAX_FILE_BYTES } from "../files/parameter-files.ts";
import { checkFiles } from "../sweep/check-files.ts";
import { defineTool, quotedInput, ToolInputError } from "./tool.ts";
import { openPlace } from "./workspace-file.ts";

export const expandSweep = defineTool({
  name: "expandSweep",
  title: "Expand a sweep",
  hasList: true,
  description:
    "Expands a sweep (NAME.FAMILY.sweep.json, a template and rows) to its units: for each row the unit with its parameters, as they would be sent, and the line of the row. Lists the issues if the sweep has errors. Writes and sends nothing.",
  input: z.strictObject({
    path: z.string().min(1).max(1000).describe("Path of the sweep, relative to an open folder."),
    unit: z.string().max(300).optional().describe("Only the unit with this id."),
    limit: z.int().min(1).max(100).default(20).describe("The most units in the answer."),
  }),
  async answer({ path, unit: unitId, limit }, world, { offset }) {
    const { folder, file, name } = openPlace(world, path);
    const family = familyOfSweep(name);
    if (family === undefined)
      throw new ToolInputError(`${quotedInput(name)} is no sweep: the name of a sweep is NAME.FAMILY.sweep.json.`);
    const reading = world.reading(file);
    const files = await checkFiles(folder, [name], { reading, root: folder, maxBytes: MAX_FILE_BYTES });
    const problem = files.find((one) => one.problem !== undefined)?.problem;
    if (problem !== undefined)
      throw new ToolInputError(`${quotedInput(name)} ${problem}. Name a sweep of an open folder.`);
    const { errors } = countIssues(files);
    if (errors > 0) {
      const issues = files.flatMap(({ path: where, issues: all }) =>
        all.map(({ severity, code, message, range }) => {
          return { file: where, line: range.start.line, column: range.start.column, severity, code, message };
        }),
      );
      return {
        facts: { path: name, family, valid: false, errors },
        list: { name: "issues", items: issues, rest: "Correct these issues and expand the sweep again." },
      };
    }
    const jobs = files.flatMap(({ sweep }) => sweep?.jobs ?? []);
    const all = jobs.flatMap((job) =>
      (job.units.length > 0 ? job.units : ["result"]).map((unit, index) => ({ job, unit, row: job.rowOf(index) })),
    );
    const matches = unitId === undefined ? all : all.filter(({ unit, row }) => unit === unitId || row.id === unitId);
    if (matches.length === 0 && unitId !== undefined)
      throw new ToolInputError(`${quotedInput(name)} has no unit ${quotedInput(unitId)}. Expand it without unit.`);
    const before = Math.min(offset, matches.length);
    const page = matches.slice(before, before + limit);
    const items = page.map(({ job, unit, row: { id, line } }) => ({
      job: job.path,
      unit,
      row: { id, line },
      parameters: parametersOf(job.request, unit),
    }));
    return {
      facts: { path: name, family, valid: true, jobCount: jobs.length, unitCount: all.length },
      list: { name: "units", items, before, after: matches.length - before - page.length, rest: "Or name a unit." },
    };
  },
});

/** The parameters of a unit; those of the job if it has one result. */
function parametersOf(request: unknown, unit: string): unknown {
  const data = property(request, "data");
  return isObject(data) && Object.hasOwn(data, unit) ? data[unit] : (data ?? request);
}
