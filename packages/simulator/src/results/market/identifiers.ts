import { hashText, uniform } from "../random.ts";
import { identifierWithRegion, type SecurityId, symbolOf } from "./securities.ts";

const SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const CONSONANTS = "0123456789BCDFGHJKLMNPQRSTVWXYZ";

function letters(id: SecurityId, count: number, from: string, kind: string): string {
  const key = hashText(kind);
  return Array.from(
    { length: count },
    (_, place) => from[Math.floor(uniform(key, place, id) * from.length)] ?? "0",
  ).join("");
}

/** The digit that makes a sum a multiple of ten. */
const checkDigit = (sum: number) => (10 - (sum % 10)) % 10;

/** The sum of the digits of a number below 100. */
const digitSum = (value: number) => Math.floor(value / 10) + (value % 10);

function isin(id: SecurityId): string {
  // No country has the code ZZ, so the number cannot be that of a real security.
  const body = `ZZ${letters(id, 9, SIGNS, "isin")}`;
  const digits = [...body].flatMap((sign) => [...String(SIGNS.indexOf(sign))].map(Number)).reverse();
  const sum = digits.reduce((total, digit, place) => total + digitSum(place % 2 === 0 ? digit * 2 : digit), 0);
  return `${body}${checkDigit(sum)}`;
}

function cusip(id: SecurityId): string {
  const body = letters(id, 8, SIGNS, "cusip");
  const values = Array.from(body, (sign, place) => SIGNS.indexOf(sign) * (place % 2 === 1 ? 2 : 1));
  return `${body}${checkDigit(values.reduce((total, value) => total + digitSum(value), 0))}`;
}

const sedolWeights = [1, 3, 1, 7, 3, 9];

const sedol = (id: SecurityId) => letters(id, 6, CONSONANTS, "sedol");

function sedolWithCheck(id: SecurityId): string {
  const body = sedol(id);
  const values = Array.from(body, (sign, place) => SIGNS.indexOf(sign) * (sedolWeights[place] ?? 1));
  return `${body}${checkDigit(values.reduce((total, value) => total + value, 0))}`;
}

const identifierMakers: ReadonlyMap<string, (id: SecurityId) => string> = new Map([
  ["cusip", cusip],
  ["symbologycusip", cusip],
  ["isin", isin],
  ["sedol", sedol],
  ["sedolchk", sedolWithCheck],
  ["ticker", symbolOf],
  ["riskmodel", (id) => `RM${String(id).padStart(8, "0")}`],
]);

/** A security's identifier of the type that an optimizer request asks for; `Asset` and unknown types give the ticker with its region. */
export function identifierOf(type: string, id: SecurityId): string {
  return (identifierMakers.get(type.toLowerCase()) ?? identifierWithRegion)(id);
}
