import { codeQuote } from "@analytics-engines/core/basics";
import { isolateUnit, readParameterFile } from "@analytics-engines/core/parameters";
import { UserError } from "@analytics-engines/runs/host";
import * as l10n from "@vscode/l10n";
import { baseName } from "../../common/base-name.ts";
import { kindOptions } from "../../editor/documents/written-file.ts";
import { compareFiles } from "../../editor/language/comparison.ts";
import { showPage } from "../../services/pages.ts";
import type { Services } from "../../services/services.ts";
import type { ResolvedRef } from "../runs/refs.ts";
import { whenText } from "../runs/run-times.ts";
import { runsOf } from "../runs/runs.ts";
import { fixedAs } from "./current-file.ts";
import { openCurrent } from "./open-current.ts";
import { openParameterFile } from "./open-parameters.ts";

/**
 * Shows how the parameters of a file, or of one unit, differ from those that a run computed.
 * @throws UserError if the file is gone, or has errors
 */
export async function compareWithCurrentFile(services: Services, { run, job, unit }: ResolvedRef): Promise<void> {
  const { record } = run;
  const file = job === undefined ? record.files[0] : record.files.find(({ path }) => path === job.path);
  const document = await openParameterFile(file?.uri);
  if (file === undefined || document === undefined)
    throw new UserError(
      l10n.t(
        "The parameter file of this run is gone, so there is nothing to compare with. Open its parameters instead.",
      ),
    );
  const name = baseName(file.path);
  const ofSweep = file.sweep && (await openCurrent(services, document.uri, document.getText()))(file, unit?.id);
  const text = file.sweep === undefined ? document.getText() : JSON.stringify(ofSweep?.whole.request ?? {});
  const whole = readParameterFile(text, { ...kindOptions(services, document.uri), family: file.family });
  const id = unit?.id;
  const hasUnits = whole.units.length > 0;
  // A unit without errors can be compared although others have some.
  const part = hasUnits && id !== undefined ? isolateUnit(text, id) : text;
  if (part === undefined)
    throw new UserError(l10n.t('{0} has no unit "{1}" now, so it cannot be compared with the run.', name, id ?? ""));
  const request = JSON.stringify(await runsOf(services).requestOf(run, file.path));
  const before = hasUnits && id !== undefined ? (isolateUnit(request, id) ?? request) : request;
  const read = (content: string) =>
    readParameterFile(content, { path: file.path, family: file.family, unknownProperties: "warning" });
  const comparison = compareFiles(read(before), await fixedAs(read(part), file));
  if ("problem" in comparison) throw new UserError(l10n.t("{0} has errors. Fix them to compare it.", name));
  const when = whenText(record.startedAt, services.clock.now());
  const title = l10n.t("Changes in {0} since the run of {1}", codeQuote(name), when);
  const changes = comparison.changes || `${l10n.t("The parameters are the same as in this run.")}\n`;
  await showPage(services, `${name}.changes.md`, `# ${title}\n\n${changes}`);
}
