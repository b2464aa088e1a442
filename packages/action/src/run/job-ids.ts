import { MAX_OUTPUT_LENGTH } from "../github/outputs.ts";

/**
 * The output `job-ids`: a JSON object from parameter file to job id. Empty where it would be too long for an output: a part of the ids would be
 * worse than none, and the run folder has all.
 */
export function formatJobIds(jobIds: ReadonlyMap<string, string>): string {
  const text = JSON.stringify(Object.fromEntries(jobIds));
  return text.length <= MAX_OUTPUT_LENGTH ? text : "{}";
}
