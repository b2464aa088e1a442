import type { JobRequest } from "@analytics-engines/core";
import { knownGood } from "@analytics-engines/simulator";

/** Jobs of `pa` for the weights of an account, each for another day, so that no two are the same. */
export function makeWeightsJobs(count: number): JobRequest[] {
  const { components, accounts } = knownGood();
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(Date.UTC(2020, 0, 1 + index)).toISOString().slice(0, 10).replaceAll("-", "");
    const unit = {
      componentid: components.pa.weights,
      accounts: [{ id: accounts.small, holdingsmode: "B&H" }],
      dates: { enddate: day, frequency: "Single" },
    };
    return { key: `job-${index}.pa.json`, family: "pa", body: { data: { one: unit } } };
  });
}
