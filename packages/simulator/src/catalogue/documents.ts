import {
  type DocumentFamilyId,
  documentFamilyIds,
  families,
  familyRecord,
  type OptimizerId,
  optimizerIds,
} from "@analytics-engines/core/basics";
import { lazy, records } from "./hash.ts";

export interface DocumentEntry {
  readonly path: string;
  /** The account saved in the document. */
  readonly account: string;
  /** The components it holds, by the names that `components.ts` explains. */
  readonly components: readonly string[];
}

// Path; saved account; components.
const documentLines: Readonly<Record<DocumentFamilyId, string>> = {
  pa: `
    Client:/Growth/WEEKLY_REVIEW; Client:/Growth/GLOBAL_EQUITY.ACCT; weights holdings contribution attribution weights-over-time
    Client:/Growth/RISK_REVIEW; Client:/Growth/GLOBAL_EQUITY.ACCT; risk characteristics exposures risk-contributions
    Client:/Growth/Regions/REGIONAL_ATTRIBUTION; Client:/Growth/Regions/EUROPE_EQUITY.ACCT; attribution attribution-over-time contribution
    Client:/Growth/Regions/Themes/THEME_WEIGHTS; Client:/Growth/Regions/Themes/FAMILY_FIRMS.ACCT; weights exposures
    Client:/Income/BOND_REVIEW; Client:/Income/GLOBAL_BOND.ACCT; bonds weights contribution contribution-over-time
    Client:/Balanced/ASSET_MIX; Client:/Balanced/MODERATE.ACCT; weights contribution risk weights-over-time
    Client:/Optimizer/FULL_PORTFOLIO; Client:/Optimizer/CORE_EQUITY.ACCT; weights risk
    Personal:/Drafts/TRY_OUT; Personal:/SCRATCH.ACCT; weights holdings contribution
    Demo:/Samples/ALL_TILES; Demo:/Samples/FIVE_STOCKS.ACCT; weights weights-over-time holdings exposures characteristics contribution contribution-over-time attribution attribution-over-time risk bonds
    Client:/As Exported/PORTFOLIO_TABLES; Client:/Growth/GLOBAL_EQUITY.ACCT; exported-attribution exported-weights exported-weights-by-date exported-attribution-by-period exported-long-short exported-footers exported-accounts
    Client:/As Exported/BOND_TABLES; Client:/Income/GLOBAL_BOND.ACCT; exported-bonds exported-weights exported-attribution`,
  spar: `
    Client:/Growth/STYLE_AND_RISK; Client:/Growth/GLOBAL_EQUITY.ACCT; returns returns-over-time statistics style
    Client:/Income/BOND_RETURNS; Client:/Income/GLOBAL_BOND.ACCT; returns returns-over-time
    Demo:/Samples/RETURNS_BOOK; Demo:/Samples/FIVE_STOCKS.ACCT; returns returns-over-time statistics
    Client:/As Exported/RETURN_TABLES; Client:/Growth/GLOBAL_EQUITY.ACCT; exported-returns exported-cumulative exported-rolling exported-horizons`,
  vault: `
    Client:/Growth/OFFICIAL_RETURNS; Client:/Growth/GLOBAL_EQUITY.ACCT; total-returns attribution weights
    Client:/Balanced/OFFICIAL_MIX; Client:/Balanced/MODERATE.ACCT; total-returns weights
    Demo:/Samples/VAULT_BOOK; Demo:/Samples/FIVE_STOCKS.ACCT; total-returns contribution attribution weights
    Client:/As Exported/OFFICIAL_TABLES; Client:/Growth/GLOBAL_EQUITY.ACCT; exported-accounts exported-attribution`,
  pub: `
    Client:/Reports/MONTHLY_BOOK.PUB_PDF; Client:/Growth/GLOBAL_EQUITY.ACCT;
    Client:/Reports/Clients/QUARTERLY_LETTER.PUB_PDF; Client:/Balanced/MODERATE.ACCT;
    Client:/Reports/Clients/Factsheets/FACTSHEET.PUB_PDF; Client:/Growth/GLOBAL_EQUITY.ACCT;
    Personal:/Drafts/DRAFT_BOOK.PUB_PDF; Personal:/SCRATCH.ACCT;
    Demo:/Samples/ONE_PAGER.PUB_PDF; Demo:/Samples/FIVE_STOCKS.ACCT;`,
};

const trees = lazy(() =>
  familyRecord(documentFamilyIds, (family) =>
    createPathTree(
      records(documentLines[family]).map(
        ([path = "", account = "", components = ""]): DocumentEntry => ({
          path,
          account,
          components: components === "" ? [] : components.split(" "),
        }),
      ),
    ),
  ),
);

/** The directories of a family's documents. */
export const documentTree = (family: DocumentFamilyId) => trees()[family];

/** A document by its path, however spelled. */
export function findDocument(family: DocumentFamilyId, path: string): DocumentEntry | undefined {
  return documentTree(family).find(path);
}

/**
 * The same text for all spellings of a path: `Client:/Foo/Bar`, `CLIENT:Foo/Bar` and `client:foo/bar/`.
 * `undefined` for a text without a root (`Client:`).
 */
export function pathKey(path: string): string | undefined {
  const [root, ...names] = partsOf(path);
  return root === undefined ? undefined : `${root}:${names.join("/")}`.toLowerCase();
}

/** The root and the names after it; nothing for a text without a root. */
function partsOf(path: string): string[] {
  const colon = path.indexOf(":");
  if (colon < 1) return [];
  const names = path.slice(colon + 1).split("/");
  return [path.slice(0, colon).trim(), ...names.filter((name) => name !== "")];
}

/** The roots of every tree. They exist even when they are empty. */
const rootNames = ["Client", "Personal", "Demo"];

export type PathTree = Pick<ReturnType<typeof createPathTree>, "list">;

/** A tree of directories from the paths of its files. */
export function createPathTree<File extends { readonly path: string }>(files: readonly File[]) {
  const byKey = new Map(files.map((file) => [pathKey(file.path), file]));
  const directories = new Map<string | undefined, { files: string[]; directories: Set<string> }>();
  const directory = (path: string) => {
    const key = pathKey(path);
    const entry = directories.get(key) ?? { files: [], directories: new Set() };
    directories.set(key, entry);
    return entry;
  };
  for (const root of rootNames) directory(`${root}:`);
  for (const { path } of files) {
    const [root, ...names] = partsOf(path);
    const name = names.pop() ?? "";
    for (const [depth, child] of names.entries())
      directory(`${root}:${names.slice(0, depth).join("/")}`).directories.add(child);
    directory(`${root}:${names.join("/")}`).files.push(name);
  }
  return {
    files,
    /** The names of the files and directories directly within a directory; `undefined` where there is no such directory. */
    list(path: string) {
      const entry = directories.get(pathKey(path) ?? "");
      return entry && { files: [...entry.files].sort(), directories: [...entry.directories].sort() };
    },
    /** The file of a path in any letter case and with any slashes. */
    find: (path: string) => byKey.get(pathKey(path) ?? ""),
  };
}

/** Strategies beside the one of the family's example: a directory, then the strategies in it. */
const more: Readonly<Partial<Record<OptimizerId, string>>> = {
  afi: `
    Client:/Optimizer; CARRY_AND_ROLL
    Client:/Optimizer/Credit; SPREAD_BUDGET
    Personal:/Drafts; TEST_BOND_STRATEGY`,
  axp: `
    Client:/Optimizer; MIN_VARIANCE MAX_ALPHA
    Client:/Optimizer/Taxable; TAX_AWARE
    Personal:/Drafts; TEST_STRATEGY`,
  bpm: `
    Client:/Optimizer; RISK_BUDGET
    Client:/Optimizer/Regions; REGION_NEUTRAL
    Demo:/Samples; SIMPLE_TRACKER`,
  fpo: `
    Client:/Optimizer; ASSET_MIX
    Client:/Optimizer/Pension; LIABILITY_HEDGE
    Demo:/Samples; SIMPLE_MIX`,
  npo: `
    Client:/Optimizer; FACTOR_TILT
    Client:/Optimizer/Factors; QUALITY_TILT
    Personal:/Drafts; TEST_TILT`,
};

/** `low-turnover` is the example of the strategy `LOW_TURNOVER`. */
function exampleOf(id: OptimizerId): string {
  return `Client:/Optimizer; ${families[id].example.replaceAll("-", "_").toUpperCase()}`;
}

/** The strategy of each optimizer whose optimal portfolio has the headers and rows of an export. */
export const EXPORTED_STRATEGY = "Client:/As Exported/REBALANCE";

/** The screen of `quant` whose table is as exported. */
export const EXPORTED_SCREEN = "Client:/As Exported/PRICE_SERIES";

const strategyTrees = lazy(() =>
  familyRecord(optimizerIds, (id) =>
    createPathTree(
      records(`${exampleOf(id)}${more[id] ?? ""}\n${EXPORTED_STRATEGY.replace("/REBALANCE", "; REBALANCE")}`).flatMap(
        ([directory = "", names = ""]) => names.split(" ").map((name) => ({ path: `${directory}/${name}` })),
      ),
    ),
  ),
);

/** The directories of an optimizer's strategies. */
export const strategyTree = (id: OptimizerId) => strategyTrees()[id];
