import { type Day, dayFrom } from "@analytics-engines/core/parameters";
import type { GroupKey } from "../../catalogue/groups.ts";
import { bell, uniform } from "../random.ts";
import { countryPlaces, industries, issuerWords } from "./words.ts";

/** A security is a number: shares from 0, bonds from `FIRST_BOND`, `CASH`. Its name and its groups are the same whatever the seed. */
export type SecurityId = number;

export const FIRST_BOND = 1 << 24;
/** US dollars, which only the tables as exported hold: one share is one dollar. */
export const CASH: SecurityId = -1;
const NAMES_SEED = 0x5eed;
const LETTERS = 26 ** 4;

export function isBond(id: SecurityId): boolean {
  return id >= FIRST_BOND;
}

/** The index of the issuer among all names; neighbours differ in every word. */
function issuerPlace(id: SecurityId): number {
  const { first, second, last } = issuerWords;
  const names = first.length * second.length * industries().length * last.length;
  return ((id % FIRST_BOND) * 7919 + 4099) % names;
}

function pick<T>(list: readonly T[], place: number): T {
  const item = list[place % list.length];
  if (item === undefined) throw new RangeError("The list is empty");
  return item;
}

const cashCountry = { name: "[Cash]", code: "US", region: "[Cash]", currency: "USD" };

export function countryOf(id: SecurityId) {
  if (id === CASH) return cashCountry;
  return pick(countryPlaces(), Math.floor(uniform(NAMES_SEED, 1, id % FIRST_BOND) * 100));
}

function industryOf(id: SecurityId) {
  const { first, second } = issuerWords;
  return pick(industries(), Math.floor(issuerPlace(id) / (first.length * second.length)));
}

export function issuerOf(id: SecurityId): string {
  const { first, second, last } = issuerWords;
  const place = issuerPlace(id);
  const stem = `${pick(first, place)}${pick(second, Math.floor(place / first.length))}`;
  const end = pick(last, Math.floor(place / (first.length * second.length * industries().length)));
  return `${stem} ${industryOf(id).industry} ${end}`;
}

/** The terms of a bond: coupon in percent a year, the day it is paid back. */
export function bondTerms(id: SecurityId): { readonly coupon: number; readonly maturity: Day } {
  const coupon = Math.round((0.5 + uniform(NAMES_SEED, 2, id) * 6) * 8) / 8;
  const year = 2028 + Math.floor(uniform(NAMES_SEED, 3, id) ** 1.6 * 28);
  const month = 1 + Math.floor(uniform(NAMES_SEED, 4, id) * 12);
  return { coupon, maturity: dayFrom(year, month, 15) ?? 0 };
}

/** The ticker: five letters that begin with Z. */
export function symbolOf(id: SecurityId): string {
  if (id === CASH) return "CASH_USD";
  let place = ((id % FIRST_BOND) * 175_741 + 91_193 + (isBond(id) ? LETTERS / 2 : 0)) % LETTERS;
  let letters = "";
  for (let index = 0; index < 4; index++) {
    letters = String.fromCharCode(65 + (place % 26)) + letters;
    place = Math.floor(place / 26);
  }
  return `Z${letters}`;
}

/** The ticker with the code of its country: `ZABCD-US`. */
export function identifierWithRegion(id: SecurityId): string {
  return `${symbolOf(id)}-${countryOf(id).code}`;
}

export function securityName(id: SecurityId): string {
  if (id === CASH) return "U.S. Dollar";
  if (!isBond(id)) return issuerOf(id);
  const { coupon, maturity } = bondTerms(id);
  return `${issuerOf(id)} ${coupon.toFixed(3)}% ${new Date(maturity * 86_400_000).getUTCFullYear()}`;
}

const ratings = ["AAA", "AA", "A", "A", "BBB", "BBB", "BBB", "BB", "B"];

/** How far a bond's rating is from the best, 0 to 1. */
export function creditRisk(id: SecurityId): number {
  return Math.floor(uniform(NAMES_SEED, 5, id) * ratings.length) / ratings.length;
}

export type SizeBand = "Large" | "Medium" | "Small";

export function sizeBand(id: SecurityId): SizeBand {
  const size = bell(NAMES_SEED, 6, id);
  return size > 0.6 ? "Large" : size > -0.6 ? "Medium" : "Small";
}

const groupValues: Readonly<Record<GroupKey, (id: SecurityId) => string>> = {
  sector: (id) => industryOf(id).sector,
  industry: (id) => industryOf(id).industry,
  country: (id) => countryOf(id).name,
  region: (id) => countryOf(id).region,
  currency: (id) => countryOf(id).currency,
  asset: (id) => (isBond(id) ? "Bonds" : "Shares"),
  size: (id) => (isBond(id) ? "Bonds" : sizeBand(id)),
  rating: (id) => (isBond(id) ? pick(ratings, Math.floor(uniform(NAMES_SEED, 5, id) * ratings.length)) : "Not Rated"),
};

/** The name of the group that a security belongs to. */
export function groupOf(id: SecurityId, key: GroupKey): string {
  if (id === CASH) return key === "industry" ? "Cash" : "[Cash]";
  return groupValues[key](id);
}
