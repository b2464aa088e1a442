import { type ComponentFamilyId, familyRecord, optimizerIds } from "@analytics-engines/core/basics";
import { configurationsOf } from "./accounts.ts";
import { columnNamed, groupBy, templateTypes } from "./columns.ts";
import { componentList } from "./components.ts";
import { EXPORTED_SCREEN, EXPORTED_STRATEGY, strategyTree } from "./documents.ts";
import { lazy } from "./hash.ts";
import { pricingSources } from "./lists.ts";

/**
 * Ids and paths of the simulated service, for examples and tests. They are the same for every seed and version.
 *
 * @example
 * ```ts
 * import { knownGood } from "@analytics-engines/simulator";
 *
 * const { accounts, components } = knownGood();
 * const unit = { componentid: components.pa.weights, accounts: [{ id: accounts.equity }] };
 * console.log(unit);
 * ```
 */
export const knownGood = lazy(() => {
  const component = (family: ComponentFamilyId, document: string, name: string): string => {
    const entry = componentList(family).find((item) => item.document.path === document && item.name === name);
    if (entry === undefined) throw new Error(`The catalogue has no ${family} component ${name} in ${document}.`);
    return entry.id;
  };
  const documents = {
    pa: "Client:/Growth/WEEKLY_REVIEW",
    spar: "Client:/Growth/STYLE_AND_RISK",
    vault: "Client:/Growth/OFFICIAL_RETURNS",
    pub: "Client:/Reports/MONTHLY_BOOK.PUB_PDF",
  };
  const exportedDocuments = {
    pa: "Client:/As Exported/PORTFOLIO_TABLES",
    bonds: "Client:/As Exported/BOND_TABLES",
    spar: "Client:/As Exported/RETURN_TABLES",
    vault: "Client:/As Exported/OFFICIAL_TABLES",
  };
  return {
    accounts: {
      equity: "Client:/Growth/GLOBAL_EQUITY.ACCT",
      europe: "Client:/Growth/Regions/EUROPE_EQUITY.ACCT",
      bond: "Client:/Income/GLOBAL_BOND.ACCT",
      balanced: "Client:/Balanced/MODERATE.ACCT",
      small: "Demo:/Samples/FIVE_STOCKS.ACCT",
      large: "Demo:/Large/HOLDINGS_100000.ACCT",
      optimizer: "Client:/Optimizer/CORE_EQUITY.ACCT",
    },
    benchmarks: { world: "BMK:WORLD", europe: "BMK:EUROPE", globalBond: "BMK:GLOBAL_BOND" },
    documents,
    components: {
      pa: {
        weights: component("pa", documents.pa, "Weights"),
        contribution: component("pa", documents.pa, "Contribution"),
        attribution: component("pa", documents.pa, "2 Factor Attribution"),
        weightsOverTime: component("pa", documents.pa, "Weights over Time"),
        holdings: component("pa", documents.pa, "Multiple Portfolios"),
        bonds: component("pa", "Client:/Income/BOND_REVIEW", "Bond Characteristics"),
        risk: component("pa", "Demo:/Samples/ALL_TILES", "Risk Summary"),
        riskContributions: component("pa", "Client:/Growth/RISK_REVIEW", "Risk Contributions"),
      },
      spar: {
        returns: component("spar", documents.spar, "Returns Table"),
        returnsOverTime: component("spar", documents.spar, "Returns over Time"),
        statistics: component("spar", documents.spar, "Risk Statistics"),
        style: component("spar", documents.spar, "Style Weights"),
      },
      vault: {
        totalReturns: component("vault", documents.vault, "Total Returns"),
        attribution: component("vault", documents.vault, "2 Factor Attribution"),
      },
    },
    /** What gives tables with the headers and rows of an export, by family. */
    exported: {
      pa: {
        attribution: component("pa", exportedDocuments.pa, "Attribution (as exported)"),
        weights: component("pa", exportedDocuments.pa, "Weights in Three Levels (as exported)"),
        weightsByDate: component("pa", exportedDocuments.pa, "Weights by Date (as exported)"),
        attributionByPeriod: component("pa", exportedDocuments.pa, "Attribution by Period (as exported)"),
        bonds: component("pa", exportedDocuments.bonds, "Bond Holdings (as exported)"),
        longShort: component("pa", exportedDocuments.pa, "Long and Short Positions (as exported)"),
        footers: component("pa", exportedDocuments.pa, "Attribution with Footers (as exported)"),
        accounts: component("pa", exportedDocuments.pa, "Accounts Side by Side (as exported)"),
      },
      spar: {
        returns: component("spar", exportedDocuments.spar, "Returns by Period (as exported)"),
        cumulative: component("spar", exportedDocuments.spar, "Cumulative Returns (as exported)"),
        rolling: component("spar", exportedDocuments.spar, "Rolling Returns (as exported)"),
        horizons: component("spar", exportedDocuments.spar, "Returns over Horizons (as exported)"),
      },
      vault: {
        accounts: component("vault", exportedDocuments.vault, "Accounts Side by Side (as exported)"),
        attribution: component("vault", exportedDocuments.vault, "Attribution (as exported)"),
      },
      screen: EXPORTED_SCREEN,
      strategy: EXPORTED_STRATEGY,
    },
    configuration: Object.keys(configurationsOf("Client:/Growth/GLOBAL_EQUITY.ACCT") ?? {})[0] ?? "",
    strategies: familyRecord(optimizerIds, (id) => strategyTree(id).files[0]?.path ?? ""),
    optimizerDocument: "Client:/Optimizer/FULL_PORTFOLIO",
    columns: {
      endingWeight: columnNamed("Port. Ending Weight").id,
      totalReturn: columnNamed("Port. Total Return").id,
      priceToEarnings: columnNamed("Port. Price to Earnings").id,
    },
    groups: { sector: groupBy("sector").id, country: groupBy("country").id },
    pricingSource: Object.keys(pricingSources())[0] ?? "",
    templateType: Object.keys(templateTypes())[0] ?? "",
  };
});
