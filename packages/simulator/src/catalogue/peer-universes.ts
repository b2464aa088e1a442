import { type ListFilter, passes } from "./list-filter.ts";

/** The universes that `spar` ranks a portfolio in. They have a directory only where the category needs one. */
const universes = [
  { category: "US Funds", name: "Large Growth", id: "US_LARGE_GROWTH" },
  { category: "US Funds", name: "Large Value", id: "US_LARGE_VALUE" },
  { category: "US Funds", name: "Core Bond", id: "US_CORE_BOND" },
  { category: "Intl Funds", name: "Global Equity", id: "INTL_GLOBAL_EQUITY" },
  { category: "Institutions", name: "Pension Plans", id: "INST_PENSION" },
  { category: "Screens", name: "Quality Growth", id: "SCREEN_QUALITY", directory: "CLIENT:/SCREENS" },
];

/** Categories whose universes are the client's own and are listed by directory. */
const needDirectory = new Set(["ofdbs", "screens"]);

/** The universes of a category, or why they cannot be listed; `undefined` where none matches. */
export function peerUniverses(category: string, { name, directory }: ListFilter) {
  if (needDirectory.has(category.toLowerCase()) && directory === undefined)
    return { problem: `The directory is required for the category ${category}` };
  const matches = universes.filter((each) => passes({ directory: "", ...each }, { category, name, directory }));
  if (matches.length === 0) return undefined;
  return {
    peerUniverseList: matches.map((each) => ({
      categoryname: each.category,
      categoryid: each.category.toUpperCase(),
      universename: each.name,
      universeid: each.id,
    })),
  };
}
