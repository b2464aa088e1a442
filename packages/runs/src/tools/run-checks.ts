import * as z from "zod";
import { checkResults } from "../checks/check-results.ts";
import { findChecks } from "../checks/checks-files.ts";
import { checksHeadline, openFindings } from "../checks/checks-report.ts";
import { findChecksFiles } from "../files/select-files.ts";
import { openRun, runInput } from "./open-run.ts";
import { defineTool, ToolInputError } from "./tool.ts";
import { openPlace } from "./workspace-file.ts";

const everyChecksFile = ["**/*.checks.json"];

export const runChecks = defineTool({
  name: "runChecks",
  title: "Check the numbers of a run",
  hasList: true,
  description:
    "Checks the numbers of a run by the rules of checks files (NAME.checks.json): the counts, and each failed check with its unit, table, message and place. Checks that compared nothing are skipped. Reads stored results and writes nothing.",
  input: z.strictObject({
    run: runInput,
    checks: z
      .array(z.string().min(1).max(300))
      .min(1)
      .max(20)
      .optional()
      .describe("Globs of checks files, relative to an open folder. Default: those of the project file, or all."),
    earlier: z.string().min(1).max(1000).optional().describe("The run that rules of moves compare with, likewise."),
  }),
  async answer({ run: name, checks, earlier: earlierName }, world) {
    const run = await openRun(world, name);
    const earlier = earlierName === undefined ? undefined : await openRun(world, earlierName);
    for (const pattern of checks ?? []) openPlace(world, pattern.replace(/^!/, ""));
    const files = world.folders.flatMap((folder) => {
      const patterns = checks ?? world.checks(folder) ?? everyChecksFile;
      const rules = { root: folder };
      return findChecksFiles(folder, patterns, rules).length === 0 ? [] : findChecks(folder, patterns, rules);
    });
    if (files.length === 0)
      throw new ToolInputError(
        "No checks file matches in the open folders. Their names end in .checks.json: name other globs in checks.",
      );
    const report = await checkResults(run, files, { earlier, now: world.today().getTime() });
    const { counts } = report;
    return {
      facts: {
        run: run.name,
        checksFiles: files.map(({ path }) => path),
        earlier: earlier?.name,
        passed: counts.errors === 0,
        counts,
        headline: checksHeadline(report),
      },
      list: { name: "findings", items: openFindings(report), rest: "Read the tables of these units with readTable." },
    };
  },
});
