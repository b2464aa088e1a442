import type { FamilyId } from "@analytics-engines/core/families/facts";
import type { Table } from "@analytics-engines/core/results";
import type { Manifest, ManifestFile, ManifestUnit } from "../folder/manifest/manifest.ts";
import { errorText } from "../host/format.ts";
import { UserError } from "../user-error.ts";

/** One computation of a run. */
export interface RunUnit {
  /** Its id in the parameter file; `result` in a family without units. */
  readonly id: string;
  /** The path of its parameter file, as in the manifest. */
  readonly file: string;
  readonly family: FamilyId;
  readonly state: ManifestUnit["status"];
  /** Why it did not succeed; `undefined` if it did. */
  readonly error: string | undefined;
  /**
   * Reads the tables of its result, after the bytes have proved to be those that were stored.
   * @throws UserError, which names the file and the unit, where the unit did not succeed, or its result has no tables or was altered
   */
  tables(): Promise<readonly Table[]>;
}

/**
 * The units of a run.
 * @param folder the run folder
 * @param idsOf the ids of the units that a parameter file has, for a job that ended before it had any
 */
export function unitsOfRun(
  { files }: Pick<Manifest, "files">,
  folder: string,
  idsOf: (path: string) => readonly string[],
): readonly RunUnit[] {
  return files.flatMap((file) => {
    const { path, status } = file;
    if (file.units.length > 0) return file.units.map((unit) => toRunUnit(file, unit, folder));
    return idsOf(path).map((id) => toRunUnit(file, { id, status, warnings: [], errors: [] }, folder));
  });
}

function toRunUnit(file: ManifestFile, unit: ManifestUnit, folder: string): RunUnit {
  const { path, family, problem } = file;
  const { id, status: state } = unit;
  const reason = unit.errors.map(errorText).filter(Boolean).join("; ") || problem?.message || `its state is ${state}`;
  const error = state === "success" ? undefined : reason;
  const place = `${path}, unit ${id}`;
  return {
    id,
    file: path,
    family,
    state,
    error,
    async tables() {
      if (error !== undefined) throw new UserError(`${place}: ${error}`);
      const { readStored } = await import("../folder/results/read-stored.ts");
      const stored = await readStored(folder, unit);
      if (stored.kind === "tables") return stored.tables;
      throw new UserError(
        `${place}: the result ${unit.file ?? ""} in ${folder} has no tables to read: ${stored.reason}.`,
      );
    },
  };
}
