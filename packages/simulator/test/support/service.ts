import { sleep } from "@analytics-engines/core/basics";
import type { FamilyId } from "@analytics-engines/core/families";
import { createVirtualClock } from "@analytics-engines/core/testing";
import { createSimulator, knownGood, type Simulator, type SimulatorOptions } from "../../src/index.ts";

const good = knownGood();
const dates = { startdate: "-1M", enddate: "0M", frequency: "Monthly" };
const quantUnit = {
  universe: { source: "IdentifierUniverse", universeType: "Equity", identifiers: ["ABC-US", "DEF-US"] },
  dates: { source: "FdsDate", startDate: "-2M", endDate: "0M", frequency: "M", calendar: "FIVEDAY" },
  formulas: [{ source: "FqlExpression", expr: "P_PRICE(0)", name: "Price" }],
};
const optimization = (family: keyof typeof good.strategies) => ({
  data: {
    strategy: { id: good.strategies[family] },
    account: { id: good.accounts.optimizer },
    outputTypes: { trades: {} },
  },
});

/** A pa unit that succeeds. */
export const paUnit = {
  componentid: good.components.pa.weights,
  accounts: [{ id: good.accounts.equity }],
  benchmarks: [{ id: good.benchmarks.world }],
  dates,
};
/** A pa unit that fails when it is computed. */
export const badUnit = { ...paUnit, componentid: "0".repeat(64) };

/** A request of each family, with one unit, that succeeds. */
export const goodBodies: Readonly<Record<FamilyId, object>> = {
  pa: { data: { one: paUnit } },
  spar: {
    data: { one: { componentid: good.components.spar.returns, accounts: [{ id: good.accounts.equity }], dates } },
  },
  vault: {
    data: {
      one: {
        componentid: good.components.vault.totalReturns,
        account: { id: good.accounts.equity },
        configid: good.configuration,
        dates,
      },
    },
  },
  pub: {
    data: { one: { document: good.documents.pub, account: { id: good.accounts.equity }, dates: { enddate: "0M" } } },
  },
  quant: { data: { one: quantUnit } },
  fi: {
    data: {
      securities: [{ calcFromMethod: "Price", calcFromValue: 100.3, face: 1, symbol: "912828ZG8" }],
      calculations: ["Security Name", "Yield to No Call"],
      jobSettings: { asOfDate: "20260102" },
    },
  },
  fiab: { account: { id: good.accounts.bond }, dates: { startdate: "20260101", enddate: "20260131" } },
  afi: optimization("afi"),
  axp: optimization("axp"),
  bpm: optimization("bpm"),
  fpo: {
    data: {
      ...optimization("fpo").data,
      account: { id: good.accounts.optimizer, paDocument: { id: good.optimizerDocument } },
    },
  },
  npo: optimization("npo"),
};

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: unknown;
}

export interface Call {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** `NAME:PASSWORD`; empty for none. */
  readonly user?: string;
}

export const origin = "http://service.example";

/** A simulator on virtual time, with short functions for calls. It reads the service's documents strictly unless the options say otherwise. */
export function service(options: SimulatorOptions = {}) {
  const clock = createVirtualClock();
  const simulator = createSimulator({ clock, profile: "strict", jobSeconds: 100, ...options });
  return {
    simulator,
    /** Runs a test on the simulator's clock. */
    run: (work: () => Promise<void>) => clock.run(work),
    later: (seconds: number) => sleep(clock, seconds * 1000),
    call: (method: string, path: string, call?: Call) => callService(simulator.fetch, method, `${origin}${path}`, call),
  };
}

export async function callService(
  fetch: Simulator["fetch"],
  method: string,
  url: string,
  { body, headers, user = "DEMO-1:demo" }: Call = {},
): Promise<Reply> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(user === "" ? {} : { authorization: `Basic ${btoa(user)}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
  return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined };
}

/** The path of a family's jobs. */
export function jobsPath(family: FamilyId): string {
  if (family === "fiab") return "/analytics/engines/fiab/v1/calculations";
  const kind = ["pa", "spar", "vault", "pub", "quant", "fi"].includes(family) ? "calculations" : "optimizations";
  return `/analytics/engines/${family}/v3/${kind}`;
}

/** What an error answer says, in one line. */
export function problem({ status, json }: Reply): string {
  const [first] =
    (json as { errors?: { detail?: string; source?: { pointer?: string; parameter?: string } }[] } | undefined)
      ?.errors ?? [];
  const where = first?.source?.pointer ?? first?.source?.parameter;
  return `${status} ${first?.detail ?? ""}${where === undefined ? "" : ` [${where}]`}`.trim();
}
