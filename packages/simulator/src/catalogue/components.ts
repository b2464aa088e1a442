import { type ComponentFamilyId, componentFamilyIds, familyRecord } from "@analytics-engines/core/basics";
import { BENCHMARK_PREFIX, findAccount } from "./accounts.ts";
import { type GroupKey, groupKeysIn } from "./columns.ts";
import { type DocumentEntry, documentTree, findDocument } from "./documents.ts";
import { id64, lazy, records } from "./hash.ts";

/** The kinds of components that need more than holdings. Each has a computation of its own. */
const sparKinds = [
  "returns",
  "returns-over-time",
  "statistics",
  "style",
  "exported-returns",
  "exported-cumulative",
  "exported-rolling",
  "exported-horizons",
] as const;

/** The components whose tables have the headers and rows of an export. `portfolio/exported.ts` has the layout of each. */
const exportedLayouts = [
  "exported-attribution",
  "exported-weights",
  "exported-weights-by-date",
  "exported-attribution-by-period",
  "exported-bonds",
  "exported-long-short",
  "exported-footers",
  "exported-accounts",
] as const;

export type ExportedLayoutId = (typeof exportedLayouts)[number];

/** A component of a document, with its saved settings. */
export interface ComponentEntry {
  readonly id: string;
  readonly family: ComponentFamilyId;
  readonly name: string;
  readonly category: string;
  /** The kind of table: which computation of `results/` makes it. */
  readonly kind: "holdings" | (typeof sparKinds)[number];
  /** Whether it uses only the end date. */
  readonly snapshot: boolean;
  /** One row a period. */
  readonly overTime: boolean;
  /** Undefined for a table with plain headers and rows. */
  readonly layout?: ExportedLayoutId | undefined;
  readonly columns: readonly string[];
  readonly groups: readonly GroupKey[];
  readonly document: DocumentEntry;
  /** Its index in the document, from 0. */
  readonly tile: number;
  readonly frequency: string;
  readonly currency: string;
  readonly benchmark: string;
}

// Name in documents.ts; name; category; flags; groups; columns.
const COMPONENTS = `
weights; Weights; General / Positioning; snapshot; sector industry; Port. Ending Weight, Bench. Ending Weight, Active Ending Weight
weights-over-time; Weights over Time; Weights / Weights Over Time; time; sector; Port. Ending Weight, Bench. Ending Weight, Active Ending Weight
holdings; Multiple Portfolios; Exposures & Characteristics / Exposures & Characteristics; snapshot; ; Port. Ending Weight, Port. Ending Price, Port. Ending Market Value, Market Capitalization
exposures; Country Exposures; Exposures & Characteristics / Exposures & Characteristics; snapshot; region country; Port. Ending Weight, Bench. Ending Weight, Active Ending Weight, Port. Beta
characteristics; Characteristics; Exposures & Characteristics / Characteristics; snapshot; sector; Port. Price to Earnings, Bench. Price to Earnings, Port. Price to Book, Bench. Price to Book, Port. Dividend Yield, Bench. Dividend Yield
contribution; Contribution; Performance / Contribution; period; sector industry; Port. Beginning Weight, Port. Total Return, Port. Contribution to Return, Bench. Beginning Weight, Bench. Total Return, Bench. Contribution to Return
contribution-over-time; Contribution over Time; Performance / Contribution; time; sector; Port. Beginning Weight, Port. Total Return, Port. Contribution to Return
attribution; 2 Factor Attribution; Attribution / 2 Factor Attribution; period; sector; Port. Beginning Weight, Port. Total Return, Port. Contribution to Return, Bench. Beginning Weight, Bench. Total Return, Bench. Contribution to Return, Active Allocation Effect, Active Selection Effect, Active Interaction Effect, Active Total Effect
attribution-over-time; 2 Factor Attribution over Time; Attribution / 2 Factor Attribution; time; sector; Port. Total Return, Bench. Total Return, Active Allocation Effect, Active Selection Effect, Active Interaction Effect, Active Total Effect
risk; Risk Summary; Risk / Risk Summary; snapshot; sector; Port. Ending Weight, Bench. Ending Weight, Port. Beta, Bench. Beta, Port. Volatility, Bench. Volatility
risk-contributions; Risk Contributions; Risk / Risk Contributions; snapshot; sector; Port. Factor Contribution to Risk, Port. Specific Contribution to Risk, Bench. Factor Contribution to Risk, Bench. Specific Contribution to Risk
bonds; Bond Characteristics; Fixed Income / Characteristics; snapshot; rating; Port. Ending Weight, Port. Effective Duration, Port. Yield to Maturity, Port. Option Adjusted Spread, Bench. Ending Weight, Bench. Effective Duration, Bench. Yield to Maturity
total-returns; Total Returns; Performance / Total Returns; time; ; Port. Total Return, Bench. Total Return, Active Total Return
returns; Returns Table; Performance / Returns; period
returns-over-time; Returns over Time; Performance / Returns; time
statistics; Risk Statistics; Risk / Statistics; period
style; Style Weights; Style / Style Weights; period
exported-attribution; Attribution (as exported); Attribution / 2 Factor Attribution; period; sector; Port. Beginning Weight, Port. Total Return, Port. Contribution to Return, Bench. Beginning Weight, Bench. Total Return, Bench. Contribution to Return, Active Allocation Effect, Active Selection Effect, Active Interaction Effect, Active Total Effect
exported-weights; Weights in Three Levels (as exported); General / Positioning; snapshot; sector industry; Port. Ending Weight, Bench. Ending Weight, Active Ending Weight
exported-weights-by-date; Weights by Date (as exported); Weights / Weights Over Time; time; ; Port. Ending Weight, Port. Market Capitalization
exported-attribution-by-period; Attribution by Period (as exported); Attribution / 2 Factor Attribution; time; sector; Port. Total Return, Bench. Total Return, Active Total Effect
exported-bonds; Bond Holdings (as exported); Fixed Income / Characteristics; snapshot; ; Port. Ending Weight, Port. Yield to Worst, Port. Modified Duration, Rating, Port. Coupon
exported-long-short; Long and Short Positions (as exported); Performance / Contribution; period; ; Port. Ending Market Value, Port. Ending Weight, Port. Total Return, Port. Contribution to Return
exported-footers; Attribution with Footers (as exported); Attribution / 2 Factor Attribution; period; sector; Port. Beginning Weight, Bench. Beginning Weight, Port. Total Return, Bench. Total Return, Active Total Return, Active Allocation Effect, Active Selection Effect, Active Total Effect
exported-accounts; Accounts Side by Side (as exported); Performance / Total Returns; period; ; Port. Beginning Weight, Port. Total Return, Bench. Beginning Weight, Bench. Total Return
exported-returns; Returns by Period (as exported); Performance / Returns; time
exported-cumulative; Cumulative Returns (as exported); Performance / Returns; daily
exported-rolling; Rolling Returns (as exported); Performance / Returns; time
exported-horizons; Returns over Horizons (as exported); Performance / Returns; period
`;

const templates = lazy(
  () =>
    new Map(
      records(COMPONENTS).map(([key = "", name = "", category = "", span, groups = "", columns = ""]) => {
        const template = {
          name,
          category,
          kind: sparKinds.find((kind) => kind === key) ?? ("holdings" as const),
          snapshot: span === "snapshot",
          overTime: span === "time",
          isDaily: span === "daily",
          layout: exportedLayouts.find((layout) => layout === key),
          columns: columns === "" ? [] : columns.split(", "),
          groups: groupKeysIn(groups),
        };
        return [key, template];
      }),
    ),
);

function componentsOf(family: ComponentFamilyId, document: DocumentEntry): ComponentEntry[] {
  const account = findAccount(document.account);
  return document.components.flatMap((key, tile) => {
    const entry = templates().get(key);
    if (entry === undefined || account === undefined) return [];
    const { isDaily, ...template } = entry;
    const id = id64("component", family, document.path, template.category, template.name);
    const usual = template.overTime || family === "spar" ? "Monthly" : "Single";
    const frequency = isDaily ? "Daily" : usual;
    const { currency, benchmark } = account;
    return { ...template, id, family, document, tile, frequency, currency, benchmark: benchmark.id };
  });
}

const byId = lazy(() =>
  familyRecord(componentFamilyIds, (family) => {
    const components = documentTree(family).files.flatMap((document) => componentsOf(family, document));
    return new Map(components.map((component) => [component.id, component]));
  }),
);

/** All components of a family. */
export function componentList(family: ComponentFamilyId): readonly ComponentEntry[] {
  return [...byId()[family].values()];
}

/** The components of a document, from id to name and category; `undefined` where there is no such document. */
export function componentsIn(family: ComponentFamilyId, path: string) {
  const document = findDocument(family, path);
  if (document === undefined) return undefined;
  const components = componentList(family).filter((component) => component.document === document);
  return Object.fromEntries(components.map(({ id, name, category }) => [id, { name, category }]));
}

/** A component by its id, in any letter case. */
export function findComponent(family: ComponentFamilyId, id: string): ComponentEntry | undefined {
  return byId()[family].get(id.toUpperCase());
}

/** A component as the service shows it; the properties differ by family. */
export function componentPayload(component: ComponentEntry) {
  const { id, name, category, document, tile, snapshot, frequency, currency, benchmark } = component;
  const common = { id, path: `${document.path};tile${tile}`, name, category };
  const dates = { ...(snapshot ? {} : { startdate: "-1Y" }), enddate: "0", frequency };
  const holdingsmode = "B&H";
  switch (component.family) {
    case "pa":
      return {
        ...common,
        accounts: [{ id: document.account, holdingsmode }],
        benchmarks: [{ id: benchmark, holdingsmode }],
        currencyisocode: currency,
        dates: { ...dates, calendar: "FIVEDAY" },
        snapshot,
      };
    case "spar":
      return {
        ...common,
        accounts: [{ id: document.account, returntype: "GTR", prefix: "" }],
        benchmarks: { id: benchmark.slice(BENCHMARK_PREFIX.length + 1), returntype: "GTR", prefix: BENCHMARK_PREFIX },
        currencyIsoCode: currency,
      };
    case "vault":
      return {
        ...common,
        account: { id: document.account },
        benchmark: { id: benchmark },
        currencyisocode: currency,
        dates,
        snapshot,
      };
  }
}
