import { join } from "node:path";
import * as z from "zod/mini";
import { readWhole } from "../files/open-file.ts";
import { hasCode } from "../files/system-reason.ts";
import { MAX_RECORD_BYTES } from "../folder/manifest/parse.ts";
import { UserError } from "../user-error.ts";
import type { CheckRow } from "./records.ts";
import type { AddableRun } from "./run-rows.ts";

const CHECKS_NAME = "checks.json";

/** What the history needs of `checks.json`. Other fields are left out. */
const reportSchema = z.object({
  version: z.literal(1),
  findings: z.array(
    z.object({
      file: z.string(),
      check: z.int(),
      rule: z.string(),
      severity: z.string(),
      path: z.optional(z.string()),
      unit: z.optional(z.string()),
      table: z.optional(z.string()),
      status: z.string(),
      message: z.string(),
      value: z.optional(z.string()),
      limit: z.optional(z.string()),
    }),
  ),
});

/** The rows of what the checks of a run found: none if it was not checked. @throws UserError for a damaged `checks.json` */
export async function readCheckRows({ folder, run, manifest }: AddableRun): Promise<readonly CheckRow[]> {
  const path = join(folder, CHECKS_NAME);
  const time = new Date(manifest.startedAt);
  return (await readFindings(path)).map(({ file: checks, path: file = "", unit = "", ...finding }) => ({
    run,
    time,
    file,
    unit,
    checks,
    check: finding.check,
    rule: finding.rule,
    severity: finding.severity,
    table: finding.table ?? null,
    status: finding.status,
    message: finding.message,
    value: finding.value ?? null,
    limit: finding.limit ?? null,
  }));
}

async function readFindings(path: string): Promise<z.output<typeof reportSchema>["findings"]> {
  try {
    const content = await readWhole(path, { maxBytes: MAX_RECORD_BYTES });
    return z.parse(reportSchema, JSON.parse(content.toString("utf8"))).findings;
  } catch (error) {
    if (hasCode(error, "ENOENT")) return [];
    if (error instanceof SyntaxError || error instanceof z.core.$ZodError)
      throw new UserError(`${path} is damaged, or of another version. Check the run again, or remove the file.`);
    throw error;
  }
}
