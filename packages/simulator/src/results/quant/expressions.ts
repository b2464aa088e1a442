import type { Day } from "../../catalogue/dates.ts";
import { priceOf } from "../market/prices.ts";
import { countryOf, groupOf, type SecurityId, securityName, symbolOf } from "../market/securities.ts";
import { hashText, rounded, uniform } from "../random.ts";
import type { Cell } from "../stach/table.ts";

/** A formula made ready: what type its values have, and the value for a security on a day. */
export interface Evaluation {
  readonly type: "string" | "real";
  readonly value: (id: SecurityId, day: Day) => Cell;
}

/** Whether an expression reads as one: brackets and quotes in pairs, something in it. */
export function isExpression(expression: string): boolean {
  let depth = 0;
  let quote = "";
  for (const sign of expression) {
    if (quote !== "") {
      if (sign === quote) quote = "";
    } else if (sign === "'" || sign === '"') {
      quote = sign;
    } else if (sign === "(") {
      depth++;
    } else if (sign === ")" && --depth < 0) {
      return false;
    }
  }
  return depth === 0 && quote === "" && expression.trim() !== "";
}

/** What an expression seems to ask for, by its words; any other gives a number of its own for each security and day. */
export function evaluationOf(expression: string, seed: number): Evaluation {
  const text = expression.toLowerCase();
  const word = (value: (id: SecurityId) => string): Evaluation => ({ type: "string", value });
  if (/ticker|cusip|sedol|isin|symbol/.test(text)) return word((id) => `${symbolOf(id)}-${countryOf(id).code}`);
  if (/name/.test(text)) return word(securityName);
  if (/sector/.test(text)) return word((id) => groupOf(id, "sector"));
  if (/industry/.test(text)) return word((id) => groupOf(id, "industry"));
  if (/country/.test(text)) return word((id) => groupOf(id, "country"));
  if (/currency|iso/.test(text)) return word((id) => countryOf(id).currency);
  if (/mkt_val|market_value|mkt_cap/.test(text)) {
    const shares = (id: SecurityId) => 20 * 400 ** uniform(seed, 80, id);
    return { type: "real", value: (id, day) => rounded(priceOf(seed, id, day) * shares(id)) };
  }
  if (/price/.test(text)) return { type: "real", value: (id, day) => rounded(priceOf(seed, id, day)) };
  const key = hashText(text);
  return {
    type: "real",
    value: (id, day) => rounded(100 * uniform(seed, key, id) * (1 + 0.05 * Math.sin((day + (key % 97)) / 40))),
  };
}
