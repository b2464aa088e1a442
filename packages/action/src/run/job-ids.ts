import { outputLimit } from "../github/outputs.ts";

/**
 * The output `job-ids`: a JSON object from parameter file to job id. Empty where it would be too long for an output: half of the ids
 * would be worse than none, and the run folder has them all.
 */
export function formatJobIds(jobIds: ReadonlyMap<string, string>): string {
  const text = JSON.stringify(Object.fromEntries(jobIds));
  return text.length <= outputLimit ? text : "{}";
}
