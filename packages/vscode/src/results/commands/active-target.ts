import { UserError } from "@analytics-engines/runs/progress";
import * as l10n from "@vscode/l10n";
import { pickOne } from "../../common/questions.ts";
import type { RunRef } from "../../jobs/runs/refs.ts";
import { findManifestUnit, type OpenRunFolder, type Target } from "../source/run-source.ts";
import type { Viewers } from "../viewers/viewers.ts";

/** The unit in the active page, else one of its run that the user picks. @throws UserError if no run is open */
export async function activeTarget(viewers: Viewers): Promise<Target> {
  const viewer = viewers.active();
  const subject = await viewer?.subject();
  if (subject?.kind !== "run")
    throw new UserError(l10n.t("No result is open. Open the results of a run, or select a unit in the Jobs view."));
  const { selected } = viewer ?? {};
  return chooseUnit(subject.source, selected?.path, selected?.unit);
}

/** The run and the unit in the active page; undefined without one. */
export async function activeRef(viewers: Viewers): Promise<RunRef | undefined> {
  const viewer = viewers.active();
  const subject = await viewer?.subject();
  if (subject?.kind !== "run" || subject.state.run === undefined) return undefined;
  const selected = viewer?.selected;
  return { run: subject.state.run, ...(selected && { path: selected.path, unit: selected.unit }) };
}

/** The unit of a run by its names, else one that the user picks. */
export async function chooseUnit(
  source: OpenRunFolder,
  path: string | undefined,
  unitId: string | undefined,
): Promise<Target> {
  const unit = path !== undefined && unitId !== undefined ? findManifestUnit(source, path, unitId) : undefined;
  if (unit !== undefined) return { source, unit };
  const items = source.manifest.files
    .filter((file) => path === undefined || file.path === path)
    .flatMap((file) =>
      file.units.map((candidate) => ({ label: candidate.id, description: file.path, unit: candidate })),
    )
    .filter((item) => item.unit.file !== undefined);
  const [only] = items;
  if (only === undefined) throw new UserError(l10n.t("This run has no results. Open another run."));
  if (items.length === 1) return { source, unit: only.unit };
  return { source, unit: (await pickOne(items, { placeHolder: l10n.t("The result of which unit?") })).unit };
}
