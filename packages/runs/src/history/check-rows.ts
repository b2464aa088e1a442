import { readChecksReport } from "../checks/read-report.ts";
import { openAsStored } from "../files/find-inside.ts";
import type { CheckRow } from "./records.ts";
import type { AddableRun } from "./run-rows.ts";

/** The rows of what the checks of a run found: none if it was not checked. @throws UserError for a damaged `checks.json` */
export async function readCheckRows({ folder, run, manifest }: AddableRun): Promise<readonly CheckRow[]> {
  const { findings = [] } = (await readChecksReport(folder, { open: openAsStored })) ?? {};
  const time = new Date(manifest.startedAt);
  return findings.map(({ file: checks, id: check, path: file = "", unit = "", ...finding }) => {
    const { rule, severity, status, message, table = null, column = null, value = null, limit = null } = finding;
    return { run, time, file, unit, checks, check, rule, severity, table, column, status, message, value, limit };
  });
}
