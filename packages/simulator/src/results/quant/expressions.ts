import type { Day } from "@analytics-engines/core/parameters";
import { priceOf } from "../market/prices.ts";
import { countryOf, groupOf, identifierWithRegion, type SecurityId, securityName } from "../market/securities.ts";
import { hashText, rounded, uniform } from "../random.ts";
import type { Cell } from "../stach/table.ts";

/** The type of a formula, and its value for a security on a day. */
interface Evaluation {
  readonly type: "string" | "real";
  readonly value: (id: SecurityId, day: Day) => Cell;
}

/** Whether an expression has a valid form: not empty, with brackets and quotes in pairs. */
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

/** Evaluates an expression by the words in it. An unknown expression gives a number for each security and day. */
export function evaluationOf(expression: string, seed: number): Evaluation {
  const text = expression.toLowerCase();
  const word = (value: (id: SecurityId) => string): Evaluation => ({ type: "string", value });
  if (/ticker|cusip|sedol|isin|symbol/.test(text)) return word(identifierWithRegion);
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
