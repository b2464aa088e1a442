import { countIssues, isFixable } from "@analytics-engines/core/parameters";
import * as z from "zod";
import { MAX_IN_FACT } from "./answer.ts";
import { defineTool } from "./tool.ts";
import { readOpenFile } from "./workspace-file.ts";

export const validateFile = defineTool({
  name: "validateFile",
  title: "Validate a parameter file",
  hasList: true,
  description:
    "Checks a parameter file of the Analytics Engines service: its family, its units, and each issue with code, message, line, column and possible changes. Sends nothing. Use it after each change of such a file and before a run.",
  input: z.strictObject({
    path: z.string().min(1).max(1000).describe("Path of the file, relative to an open folder."),
    text: z
      .string()
      .max(200_000)
      .optional()
      .describe("Text to check in place of the file's content, for a file that is not written yet."),
  }),
  async answer({ path, text }, world) {
    const { path: name, parameters, issues } = readOpenFile(world, path, text);
    const { errors, warnings, hints } = countIssues([{ issues }]);
    const { family, template, familyBy, units = [] } = parameters ?? {};
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
