import { currencies } from "./currencies.ts";
import { lazy, records } from "./hash.ts";

// Currency, then the curves that it has: G government, S swap, O overnight, C corporate.
const CURVES = `
USD GSOC; EUR GSOC; GBP GSO; JPY GSO; CHF GSO; CAD GSO; AUD GSO; NZD GS; SEK GS; NOK GS; DKK GS; SGD GS; HKD GS; PLN GS; CZK GS; MXN G; BRL G; ZAR G; INR G; KRW GS
`;

const curveKinds: Readonly<Record<string, { id: string; category: string; name: string }>> = {
  G: { id: "GOV", category: "Government", name: "Government Curve" },
  S: { id: "SWAP", category: "Swap", name: "Swap Curve" },
  O: { id: "OIS", category: "Swap", name: "Overnight Curve" },
  C: { id: "CORP", category: "Corporate", name: "Corporate Curve" },
};

export interface DiscountCurve {
  readonly category: string;
  readonly name: string;
  readonly currency: string;
}

/** From id (`USD_GOV`) to discount curve. */
export const discountCurves = lazy(() => {
  const curves: Record<string, DiscountCurve> = {};
  for (const item of records(CURVES).flat()) {
    const [currency = "", letters = ""] = item.split(" ");
    for (const letter of letters) {
      const kind = curveKinds[letter];
      if (kind)
        curves[`${currency}_${kind.id}`] = { category: kind.category, name: `${currency} ${kind.name}`, currency };
    }
  }
  return curves;
});

/** All curves, or those of one currency; `undefined` for a code that is not a currency. */
export function discountCurvesOf(currency: string | undefined) {
  if (currency === undefined) return discountCurves();
  const code = currency.toUpperCase();
  if (currencies()[code] === undefined) return undefined;
  return Object.fromEntries(Object.entries(discountCurves()).filter(([, curve]) => curve.currency === code));
}

/** A discount curve by its id, in any letter case. */
export function findDiscountCurve(id: string | undefined): { id: string; curve: DiscountCurve } | undefined {
  const key = (id ?? "").toUpperCase();
  const curve = discountCurves()[key];
  return curve && { id: key, curve };
}
