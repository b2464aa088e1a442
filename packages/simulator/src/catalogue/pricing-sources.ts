import { VENDOR_DIRECTORY } from "./columns.ts";
import { id64, lazy, records } from "./hash.ts";
import { type ListFilter, passes } from "./list-filter.ts";

// Name, then category.
const SOURCES = `
Closing Prices - Equity; Equity
Opening Prices - Equity; Equity
Local Close - Equity; Equity
Evaluated Prices - Bonds; Fixed Income
Bid Prices - Bonds; Fixed Income
Mid Prices - Bonds; Fixed Income
Matrix Prices - Bonds; Fixed Income
Spot Rates - 4 pm London; Currency
Spot Rates - 4 pm New York; Currency
Portfolio Prices; Portfolio
Custodian Prices; Portfolio
Net Asset Values; Funds
Exchange Settlement - Futures; Derivatives
Model Prices - Options; Derivatives
`;

/** The pricing sources that pass a filter. */
export const pricingSourcesOf = (filter: ListFilter) =>
  Object.fromEntries(Object.entries(pricingSources()).filter(([, source]) => passes(source, filter)));

/** From id to pricing source. */
export const pricingSources = lazy(() =>
  Object.fromEntries(
    records(SOURCES).map(([name = "", category = ""]) => [
      id64("pricing source", name),
      { name, directory: VENDOR_DIRECTORY, category },
    ]),
  ),
);
