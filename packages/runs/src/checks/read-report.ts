import { join } from "node:path";
import { findTextInside, parseRecord } from "../folder/manifest/manifest-file.ts";
import { UserError } from "../user-error.ts";
import type { ChecksReport } from "./checks-report.ts";

/** The name of the report in a run folder. */
export const CHECKS_NAME = "checks.json";

/**
 * Reads what the checks of a run found; `undefined` if it was not checked. Unknown fields are left out.
 * @throws UserError for a report that is damaged or of another version
 */
export async function readChecksReport(folder: string): Promise<ChecksReport | undefined> {
  const path = join(folder, CHECKS_NAME);
  const source = await findTextInside(folder, CHECKS_NAME);
  if (source === undefined) return undefined;
  const [{ reportSchema }, { readAs }] = await Promise.all([
    import("./report-schema.ts"),
    import("../folder/manifest/read-fields.ts"),
  ]);
  try {
    return readAs(reportSchema, parseRecord(source, path), path);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const problem = error.message.replace(/\.$/, "");
    throw new UserError(`${problem}: it is damaged, or of another version. Check the run again, or remove the file.`);
  }
}
