import { UserError } from "@analytics-engines/runs/host";
import type { RunInputs } from "./inputs.ts";

type Combination = Pick<RunInputs, "shard" | "reproduce" | "reuseFrom" | "files">;

/** Refuses inputs that exclude each other. @throws UserError with a sentence for each pair */
export function requireCompatible({ shard, reproduce, reuseFrom, files }: Combination): void {
  const besidePlan = shard === undefined ? {} : { reproduce, files: files[0] };
  const problems = Object.entries(besidePlan)
    .filter(([, value]) => value !== undefined)
    .map(([name]) => `Inputs ${name} and plan both name the files: set one of them.`);
  if (reproduce !== undefined && reuseFrom !== undefined)
    problems.push(
      "Inputs reproduce and reuse-from exclude each other: a run that computes another again computes all.",
    );
  if (problems.length > 0) throw new UserError(problems);
}
