import { readFileSync } from "node:fs";
import path from "node:path";
import type { FamilyId } from "@analytics-engines/core/families";
import type { Table } from "@analytics-engines/core/results";
import { knownGood } from "@analytics-engines/simulator";
import { type SimulatedJob, simulatedTables } from "./simulated.ts";

const good = knownGood();
const account = { id: good.accounts.equity };
const year = { startdate: "-1Y", enddate: "0M", frequency: "Monthly" };
const pa = (componentid: string, more: object = {}) => ({
  componentid,
  accounts: [account],
  benchmarks: [{ id: good.benchmarks.world }],
  dates: year,
  ...more,
});
const spar = (componentid: string) => ({
  componentid,
  accounts: [{ id: good.accounts.equity, returntype: "GTR" }],
  benchmark: { id: "WORLD", prefix: "BMK", returntype: "GTR" },
  dates: { ...year, startdate: "-3Y" },
});
const groups = { componentdetail: "GROUPS" };

/** Jobs with a result of each kind. */
function jobs(): Record<string, SimulatedJob> {
  const { pa: components, spar: returns } = good.components;
  return {
    pa: {
      family: "pa",
      body: {
        data: {
          weights: pa(components.weights),
          "weights over time": pa(components.weightsOverTime, groups),
          holdings: pa(components.holdings),
          contribution: pa(components.contribution, groups),
          attribution: pa(components.attribution, groups),
          "attribution of the whole": pa(components.attribution, { componentdetail: "TOTALS" }),
          risk: pa(components.risk, groups),
          "risk contributions": pa(components.riskContributions, groups),
          bonds: pa(components.bonds, {
            accounts: [{ id: good.accounts.bond }],
            benchmarks: [{ id: good.benchmarks.globalBond }],
          }),
        },
      },
    },
    spar: {
      family: "spar",
      body: {
        data: {
          returns: spar(returns.returns),
          "over time": spar(returns.returnsOverTime),
          statistics: spar(returns.statistics),
          style: spar(returns.style),
        },
      },
    },
    ...exampleJobs(),
    "key rates": { family: "fi", body: keyRates() },
  };
}

/** The durations of the example's bonds at points of the curve. */
function keyRates(): object {
  const { data }: { data: { jobSettings: object } } = JSON.parse(readFileSync(examplePath("bonds.fi.json"), "utf8"));
  const jobSettings = { ...data.jobSettings, partialDurationMonths: [6, 24, 60, 84, 120, 360] };
  return { data: { ...data, calculations: ["Security Name", "Partial Duration"], jobSettings } };
}

/** The example parameter files of the other families. */
function exampleJobs(): Record<string, SimulatedJob> {
  const files: Partial<Record<FamilyId, string>> = {
    vault: "official-returns.vault.json",
    quant: "prices.quant.json",
    fi: "bonds.fi.json",
    afi: "duration-match.afi.json",
    axp: "low-turnover.axp.json",
    bpm: "index-tracker.bpm.json",
    fpo: "balanced-target.fpo.json",
    npo: "equal-risk.npo.json",
  };
  const read = (file: string): object => JSON.parse(readFileSync(examplePath(file), "utf8"));
  return Object.fromEntries(
    Object.entries(files).map(([family, file]) => [family, { family: family as FamilyId, body: read(file) }]),
  );
}

/** The path of an example parameter file. */
export function examplePath(file: string): string {
  return path.join(import.meta.dirname, "../../../../docs/examples", file);
}

/** Three results of a book, as of the end of the last month or `months` before. */
export function bookResults(months: number): Promise<Map<string, Table[]>> {
  const { weights, contribution, attribution } = good.components.pa;
  const dates = { startdate: `-${12 + months}M`, enddate: `-${months}M`, frequency: "Monthly" };
  const data = {
    weights: pa(weights, { dates }),
    contribution: pa(contribution, { ...groups, dates }),
    attribution: pa(attribution, { ...groups, dates }),
  };
  return simulatedTables({ book: { family: "pa", body: { data } } });
}

/** A result of each kind that the service gives, computed by the simulator: tables by `KEY/UNIT`. */
export function officialResults(): Promise<Map<string, Table[]>> {
  return simulatedTables(jobs());
}
