import { readFileSync } from "node:fs";
import path from "node:path";

/** The example parameter files of the documentation. */
export const examplesFolder = path.resolve(import.meta.dirname, "../../../../docs/examples");

const example: { data: { weights: object }; meta: object } = JSON.parse(
  readFileSync(path.join(examplesFolder, "weights.pa.json"), "utf8"),
);

/** A unit that the simulated service computes. `number` makes it differ from others, so that it is not a duplicate. */
export function paUnit(number = 1): object {
  return { ...example.data.weights, dates: { enddate: `202401${`${number}`.padStart(2, "0")}`, frequency: "Single" } };
}

/** A unit that the simulated service finds wrong once it computes it. */
export function failingUnit(number = 1): object {
  return { ...paUnit(number), accounts: [{ id: "Client:/Nowhere/NOTHING.ACCT", holdingsmode: "B&H" }] };
}

/** A request of the `pa` family with these units. */
export function paRequest(units: Readonly<Record<string, object>>): object {
  return { data: units, meta: example.meta };
}
