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

const { exported } = good;
const quarter = { startdate: "-3M", enddate: "0M", frequency: "Monthly" };

/** Units whose results have the headers and rows of an export, by family. */
const exportedUnits = {
  pa: {
    "attribution with plus": pa(exported.pa.attribution),
    "weights in three levels": pa(exported.pa.weights),
    "weights by date in headers": pa(exported.pa.weightsByDate, { dates: quarter }),
    "attribution by period in headers": pa(exported.pa.attributionByPeriod, { dates: quarter }),
    "holdings with dates": pa(exported.pa.bonds, { accounts: [{ id: good.accounts.bond }] }),
    "long and short": pa(exported.pa.longShort, { accounts: [{ id: good.accounts.small }] }),
    "attribution with footers": pa(exported.pa.footers),
    "accounts in headers": pa(exported.pa.accounts, { accounts: [account, { id: good.accounts.small }] }),
  },
  spar: {
    "returns by month": spar(exported.spar.returns),
    "cumulative by day": { ...spar(exported.spar.cumulative), dates: { ...quarter, frequency: "Daily" } },
    "period, cumulative and rolling": spar(exported.spar.rolling),
    horizons: spar(exported.spar.horizons),
  },
};

/** Whether an official result has the headers and rows of an export. */
export function isExported(result: string): boolean {
  const [job = "", unit = ""] = result.split("/");
  return job.includes("as exported") || (isFamilyOfUnits(job) && unit in exportedUnits[job]);
}

const isFamilyOfUnits = (job: string): job is keyof typeof exportedUnits => job in exportedUnits;

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

/** Jobs whose results have the headers and rows of an export. They run apart, so that the other results come as they did without them. */
function exportedJobs(): Record<string, SimulatedJob> {
  const vault = { account, configid: good.configuration, dates: year };
  const quant = {
    universe: { source: "UniversalScreenUniverse", screen: exported.screen },
    dates: { source: "FdsDate", startDate: "-3M", endDate: "0M", frequency: "M", calendar: "FIVEDAY" },
    formulas: [{ source: "AllUniversalScreenParameters" }],
  };
  const bond = (symbol: string, calcFromValue: number) => ({ symbol, calcFromMethod: "Price", calcFromValue });
  const fi = {
    securities: [bond("TREAS-2031", 100.285), bond("ORCHARD-2029", 97.4), bond("HARBOUR-2035", 0)],
    calculations: [
      ...["Scenario", "Security Name", "Run Status", "Elapse Time (seconds)", "Yield Curve Date", "Settlement Date"],
      ...["Price", "Yield to No Call", "OAS", "Effective Duration", "Effective Convexity"],
    ],
    jobSettings: { asOfDate: "20240603" },
  };
  const optimizer = {
    strategy: { id: exported.strategy },
    optimization: { backtestDate: "0M", riskModelDate: "0M", cashflow: "0" },
    outputTypes: { optimal: { identifierType: "Asset" } },
  };
  const vaultUnits = {
    "accounts in headers": { componentid: exported.vault.accounts, ...vault },
    "attribution with plus": { componentid: exported.vault.attribution, ...vault },
  };
  return {
    pa: { family: "pa", body: { data: exportedUnits.pa } },
    spar: { family: "spar", body: { data: exportedUnits.spar } },
    "vault as exported": { family: "vault", body: { data: vaultUnits } },
    "quant as exported": { family: "quant", body: { data: { series: quant } } },
    "quant as exported (Feather)": { family: "quant", body: { data: { series: quant }, meta: { format: "Feather" } } },
    "fi as exported": { family: "fi", body: { data: fi } },
    "axp as exported": { family: "axp", body: { data: optimizer } },
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
export async function officialResults(): Promise<Map<string, Table[]>> {
  return new Map([...(await simulatedTables(jobs())), ...(await simulatedTables(exportedJobs()))]);
}
