import { hashText, uniform } from "../random.ts";
import { countryOf, type SecurityId, symbolOf } from "./securities.ts";

const SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const CONSONANTS = "0123456789BCDFGHJKLMNPQRSTVWXYZ";

function letters(id: SecurityId, count: number, from: string, kind: string): string {
  const key = hashText(kind);
  return Array.from(
    { length: count },
    (_, place) => from[Math.floor(uniform(key, place, id) * from.length)] ?? "0",
  ).join("");
}

/** The check digit of an ISIN or a CUSIP: digits doubled in turn, added up, made up to ten. */
function luhn(text: string, doubleLast: boolean): number {
  const digits = [...text].flatMap((sign) => [...String(SIGNS.indexOf(sign))].map(Number));
  const sum = digits.reverse().reduce((total, digit, place) => {
    const value = (place % 2 === 0) === doubleLast ? digit * 2 : digit;
    return total + Math.floor(value / 10) + (value % 10);
  }, 0);
  return (10 - (sum % 10)) % 10;
}

function isin(id: SecurityId): string {
  // ZZ is no country's code: the number cannot be a real security's.
  const body = `ZZ${letters(id, 9, SIGNS, "isin")}`;
  return `${body}${luhn(body, true)}`;
}

function cusip(id: SecurityId): string {
  const body = letters(id, 8, SIGNS, "cusip");
  const sum = [...body].reduce((total, sign, place) => {
    const value = SIGNS.indexOf(sign) * (place % 2 === 1 ? 2 : 1);
    return total + Math.floor(value / 10) + (value % 10);
  }, 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}

const SEDOL_WEIGHTS = [1, 3, 1, 7, 3, 9];

function sedol(id: SecurityId): string {
  return letters(id, 6, CONSONANTS, "sedol");
}

function sedolWithCheck(id: SecurityId): string {
  const body = sedol(id);
  const sum = [...body].reduce((total, sign, place) => total + SIGNS.indexOf(sign) * (SEDOL_WEIGHTS[place] ?? 1), 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}

/** A security's identifier of the type that an optimizer request asks for; `Asset` and unknown types give the ticker with its region. */
export function identifierOf(type: string, id: SecurityId): string {
  switch (type.toLowerCase()) {
    case "cusip":
    case "symbologycusip":
      return cusip(id);
    case "isin":
      return isin(id);
    case "sedol":
      return sedol(id);
    case "sedolchk":
      return sedolWithCheck(id);
    case "ticker":
      return symbolOf(id);
    case "riskmodel":
      return `RM${String(id).padStart(8, "0")}`;
    default:
      return `${symbolOf(id)}-${countryOf(id).code}`;
  }
}
