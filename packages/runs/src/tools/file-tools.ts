import { families, familyIds, isObject, property } from "@analytics-engines/core/basics";
import { countIssues, isFixable } from "@analytics-engines/core/parameters";
import * as z from "zod";
import { MAX_IN_FACT } from "./answer.ts";
import { readOpenFile } from "./open-files.ts";
import { defineTool, pageInput, quotedInput, ToolInputError } from "./tool.ts";

export const validateFile = defineTool({
  name: "validateFile",
  title: "Validate a file",
  description:
    "Checks a parameter file of the Analytics Engines service, a sweep, a checks file (NAME.checks.json) or the project file: its family, its units, and each issue with code, message, line, column and possible changes. Sends nothing. Use it after each change of such a file and before a run.",
  input: z.strictObject({
    ...pageInput,
    path: z.string().min(1).max(1000).describe("Path of the file, relative to an open folder."),
    text: z
      .string()
      .max(200_000)
      .optional()
      .describe("Text to check in place of the file's content, for a file that is not written yet."),
  }),
  async answer({ path, text }, world) {
    const checked = await readOpenFile(world, path, text);
    const [{ path: name, parameters, sweep }] = checked;
    const { errors, warnings, hints } = countIssues(checked);
    const { family, template, familyBy } = parameters ?? sweep?.jobs[0] ?? {};
    const units = parameters?.units ?? sweep?.jobs.flatMap((job) => job.units) ?? [];
    // The rows of a sweep can be in another file.
    const issues = checked.flatMap((file) => file.issues.map((issue) => ({ file: file.path, ...issue })));
    return {
      facts: {
        path: name,
        valid: errors === 0,
        family,
        template,
        familyBy,
        units: units.slice(0, MAX_IN_FACT),
        unitCount: units.length,
        errors,
        warnings,
        hints,
      },
      list: {
        name: "issues",
        items: issues.map((issue) => ({
          ...(issue.file !== name && { file: issue.file }),
          severity: issue.severity,
          code: issue.code,
          message: issue.message,
          pointer: issue.pointer,
          line: issue.range.start.line,
          column: issue.range.start.column,
          ...(issue.fixes.length > 0 && { changes: issue.fixes.slice(0, 3).map(({ title }) => title) }),
          ...(isFixable(issue) && { safeToFix: true }),
        })),
        rest: "Correct these issues and validate the file again.",
      },
    };
  },
});

export const describeFamilyTool = defineTool({
  name: "describeFamily",
  title: "Describe a family",
  description:
    "Describes a family of parameter files: what a job of it is, how its files are named, and its properties with types, allowed values and descriptions. Use it before you write or change a parameter file.",
  input: z.strictObject({
    ...pageInput,
    family: z.enum(familyIds).describe("The family, such as pa."),
    property: z
      .string()
      .max(300)
      .optional()
      .describe("Only the properties below this path, such as data.*.dates. A unit is *, an item of a list is []."),
  }),
  async answer({ family, property: parent }, world) {
    const { title, kind, answers, hasPut, hasDocuments, hasComponents, example } = families[family];
    const all = propertiesIn(await world.schema(family));
    const plain = (path: string) => path.toLowerCase().replaceAll("[]", "").replaceAll(".*", "");
    const plainParent = parent === undefined ? undefined : plain(parent);
    const rows = all.filter(({ path }) => {
      return plainParent === undefined || plain(path) === plainParent || plain(path).startsWith(`${plainParent}.`);
    });
    if (rows.length === 0)
      throw new ToolInputError(
        `${family} has no property ${quotedInput(parent ?? "")}. Describe the family without property to see all paths.`,
      );
    return {
      facts: {
        family,
        title,
        kind,
        files: `NAME.${family}.json, such as ${example}.${family}.json`,
        results: resultsOf[answers],
        hasPut,
        hasDocuments,
        hasComponents,
      },
      list: {
        name: "properties",
        items: rows,
        rest: "Describe the family again with the path of an object in property.",
      },
    };
  },
});

const resultsOf = {
  units: "data has a map of units; each unit has a result",
  single: "data has one object; the job has one result, called result",
  bare: "the file has no envelope; the status of the finished job is its result, called result",
} as const;

interface PropertyRow {
  readonly path: string;
  readonly type?: string;
  readonly required?: true;
  readonly description?: unknown;
  readonly values?: readonly unknown[];
  readonly default?: unknown;
  readonly example?: unknown;
}

/** The properties of a schema, each before those below it. A property of several variants appears once. */
function propertiesIn(schema: unknown): readonly PropertyRow[] {
  const rows = new Map<string, PropertyRow>();
  const add = (row: PropertyRow) => {
    if (!rows.has(row.path)) rows.set(row.path, row);
  };
  const walk = (node: unknown, at: string): void => {
    const required = listIn(node, "required");
    for (const [name, inner] of membersIn(node, "properties")) {
      if (at === "" && name === "$schema") continue;
      const way = at === "" ? name : `${at}.${name}`;
      add(rowOf(inner, way, required.includes(name)));
      walk(inner, way);
    }
    const [map, items] = [property(node, "additionalProperties"), property(node, "items")];
    if (isObject(map)) walk(map, `${at}.*`);
    if (isObject(items)) walk(items, `${at}[]`);
    for (const variant of [...listIn(node, "oneOf"), ...listIn(node, "anyOf")]) walk(variant, at);
  };
  walk(schema, "");
  return [...rows.values()];
}

function rowOf(node: unknown, path: string, isRequired: boolean): PropertyRow {
  const type = property(node, "type");
  const values = property(node, "const") === undefined ? listIn(node, "enum") : [property(node, "const")];
  const [description, initial, example] = [
    property(node, "description"),
    property(node, "default"),
    listIn(node, "examples")[0],
  ];
  return {
    path,
    ...(type !== undefined && { type: Array.isArray(type) ? type.join(" or ") : String(type) }),
    ...(isRequired && { required: true as const }),
    ...(description !== undefined && { description }),
    ...(values.length > 0 && { values }),
    ...(initial !== undefined && { default: initial }),
    ...(example !== undefined && { example }),
  };
}

function listIn(node: unknown, name: string): readonly unknown[] {
  const list = property(node, name);
  return Array.isArray(list) ? list : [];
}

function membersIn(node: unknown, name: string): readonly (readonly [string, unknown])[] {
  const members = property(node, name);
  return isObject(members) ? Object.entries(members) : [];
}
