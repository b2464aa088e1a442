import { vendorDirectory } from "./columns.ts";
import { id64, lazy, records } from "./hash.ts";

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

/** From id to pricing source. */
export const pricingSources = lazy(() =>
  Object.fromEntries(
    records(SOURCES).map(([name = "", category = ""]) => [
      id64("pricing source", name),
      { name, directory: vendorDirectory, category },
    ]),
  ),
);
