import type { Manifest, ManifestUnit } from "@analytics-engines/runs";
import * as l10n from "@vscode/l10n";
import { isOpenStatus, type RunView, type UnitView } from "../../jobs/store/run.ts";
import type { OpenRunFolder } from "./run-source.ts";

/** The results so far of a run that this window drives. Its folder gets a manifest at the end. */
export function openUnfinishedRun({ record, jobs }: RunView, tool: string): OpenRunFolder {
  const { folder, files, connection, startedAt } = record;
  const endedFiles = files.flatMap(({ path, family, sha256, parametersSha256 }): Manifest["files"] => {
    const job = jobs.find((view) => view.path === path);
    const units = job?.units.flatMap((unit) => endedUnit(unit) ?? []) ?? [];
    if (job === undefined || units.length === 0) return [];
    const { status, jobId, requestKeys } = job;
    const about = { path, family, sha256, parametersSha256, requestKeys, units };
    return [{ ...about, status: isOpenStatus(status) ? "unknown" : status, ...(jobId !== undefined && { jobId }) }];
  });
  const unitCount = jobs.reduce((sum, { units }) => sum + units.length, 0);
  const endedCount = endedFiles.reduce((sum, { units }) => sum + units.length, 0);
  const note = l10n.t(
    "The run goes on: {0} of {1} units have ended. The others follow at its end.",
    endedCount,
    unitCount,
  );
  const { origin } = new URL(connection.baseUrl);
  return {
    folder,
    manifest: { version: 1, tool, service: origin, startedAt, status: "unknown", files: endedFiles },
    problems: [note],
  };
}

function endedUnit({ id, status, stored, warnings, errors }: UnitView): ManifestUnit | undefined {
  if (isOpenStatus(status)) return undefined;
  const { file, contentType, bytes, sha256, tables, dates } = stored ?? {};
  return {
    ...{ id, status, warnings, errors },
    ...(file !== undefined && { file }),
    ...(contentType !== undefined && { contentType }),
    ...(bytes !== undefined && { bytes }),
    ...(sha256 !== undefined && { sha256 }),
    ...(tables && { tables }),
    ...(dates && { dates }),
  };
}
