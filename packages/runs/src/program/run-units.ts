import type { ExpectedResult } from "@analytics-engines/core";
import { type FamilyId, messageOf } from "@analytics-engines/core/basics";
import type { Table } from "@analytics-engines/core/results";
import type { Manifest, ManifestFile, ManifestUnit } from "../folder/manifest/manifest.ts";
import { decodeStored, openStored } from "../folder/results/read-stored.ts";
import { errorText } from "../host/run-progress.ts";
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
   * Reads the tables of its result, after the bytes have proved to be those that were stored. A report or a batch has none.
   * @throws UserError, which names the file and the unit, where the unit did not succeed, or its result cannot be read or was altered
   */
  tables(): Promise<readonly Table[]>;
}

/** The expected results that have tables. */
const tabularResults: ReadonlySet<string> = new Set<ExpectedResult>(["stach", "arrow", "any"]);

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
  const { path, family, problem, expects = "any" } = file;
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
      if (!tabularResults.has(expects)) return [];
      const unreadable = (reason: string) =>
        new UserError(`${place}: the result ${unit.file ?? ""} in ${folder} cannot be read: ${reason}.`);
      const stored = await openStored(folder, unit);
      if ("reason" in stored) throw unreadable(stored.reason);
      try {
        return await decodeStored(stored, unit.contentType ?? "");
      } catch (error) {
        throw unreadable(messageOf(error).replace(/\.$/, ""));
      } finally {
        await stored.close();
      }
    },
  };
}
