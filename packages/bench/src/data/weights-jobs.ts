import type { RunFile } from "@analytics-engines/runs";
import { knownGood } from "@analytics-engines/simulator";
import { runFile } from "../reliability/run-files.ts";

/** Jobs of `pa` for the weights of an account, each for another day, so that no two are the same. */
export function makeWeightsJobs(count: number): RunFile[] {
  const known = knownGood();
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(Date.UTC(2020, 0, 1 + index)).toISOString().slice(0, 10).replaceAll("-", "");
    const unit = {
      componentid: known.components.pa.weights,
      accounts: [{ id: known.accounts.small, holdingsmode: "B&H" }],
      dates: { enddate: day, frequency: "Single" },
    };
    return runFile(`job-${index}.pa.json`, "pa", { data: { one: unit } });
  });
}
