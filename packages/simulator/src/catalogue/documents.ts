import { type DocumentFamilyId, documentFamilyIds, familyRecord } from "@analytics-engines/core/basics";
import { lazy, records } from "./hash.ts";
import { createPathTree } from "./paths.ts";

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
