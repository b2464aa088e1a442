import { columnNamed } from "./columns.ts";
import { groupBy, groupKeysIn } from "./groups.ts";
import { id64, lazy, records } from "./hash.ts";

// Category; name; snapshot or period; groups; columns.
const TYPES = `
Weights; Weights; snapshot; sector industry; Port. Ending Weight, Bench. Ending Weight, Active Ending Weight
Weights; Country Weights; snapshot; country; Port. Ending Weight, Bench. Ending Weight
Characteristics; Valuation; snapshot; sector; Port. Price to Earnings, Bench. Price to Earnings, Port. Dividend Yield
Contribution; Contribution; period; sector; Port. Beginning Weight, Port. Total Return, Port. Contribution to Return
Attribution; 2 Factor Attribution; period; sector; Active Allocation Effect, Active Selection Effect, Active Total Effect
Risk; Risk Summary; snapshot; sector; Port. Beta, Bench. Beta, Port. Volatility
Fixed Income; Bond Characteristics; snapshot; rating; Port. Effective Duration, Port. Yield to Maturity
`;

/** The default types of unlinked templates, from id to details. */
export const templateTypes = lazy(() =>
  Object.fromEntries(
    records(TYPES).map(([category = "", name = "", span, groups = "", columns = ""]) => {
      const id = id64("template type", category, name);
      const details = {
        id,
        columns: columns.split(", ").map((column) => {
          const { id, name, statistics } = columnNamed(column);
          return { name, id, statistics: [...statistics] };
        }),
        groups: groupKeysIn(groups).map((key) => {
          const { id, name } = groupBy(key);
          return { name, id, frequency: "BeginningOfPeriod" };
        }),
        snapshot: span === "snapshot",
        category,
        name,
      };
      return [id, details];
    }),
  ),
);

/** A template type by its id, in any letter case. */
export const findTemplateType = (id: string) => templateTypes()[id.toUpperCase()];
