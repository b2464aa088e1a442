import { type FamilyId, familyIds, isFamilyId } from "@analytics-engines/core/basics";
import { isInside } from "@analytics-engines/runs/files";
import type { Env, InputReader } from "../github/inputs.ts";
import { readWorkingDirectory, workspaceOf } from "./inputs.ts";

// Inputs of the steps that send nothing. The step `run` starts without this file.

/** Reads the input `working-directory` of a step that reads and writes nothing outside of the workspace. */
export function readFolderOfWorkspace(reader: InputReader, env: Env): string {
  const folder = readWorkingDirectory(reader, env);
  if (!isInside(workspaceOf(env), folder)) reader.refuse("Input working-directory must be a folder of the workspace.");
  return folder;
}

/** Reads the input `families`: `GLOB=FAMILY`, one in each line, for files without a family in their name. */
export function readFamilies(reader: InputReader): Readonly<Record<string, FamilyId>> {
  const families = new Map<string, FamilyId>();
  for (const [index, line] of reader.lines("families").entries()) {
    const at = line.lastIndexOf("=");
    const glob = line.slice(0, Math.max(0, at)).trim();
    const family = line.slice(at + 1).trim();
    if (glob !== "" && isFamilyId(family)) {
      // The first glob that matches counts.
      if (!families.has(glob)) families.set(glob, family);
    } else {
      reader.refuse(
        `Input families: entry ${index + 1} must be GLOB=FAMILY, such as risk/*.json=spar. The families are ${familyIds.join(", ")}.`,
      );
    }
  }
  return Object.fromEntries(families);
}
