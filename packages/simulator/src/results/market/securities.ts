import { type Day, dayFrom } from "@analytics-engines/core/parameters";
import type { GroupKey } from "../../catalogue/columns.ts";
import { lazy, lines, records } from "../../catalogue/hash.ts";
import { bell, hashText, uniform } from "../random.ts";

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
function issuerNumber(id: SecurityId): number {
  const { first, second, last } = issuerWords;
  const names = first.length * second.length * industries().length * last.length;
  return ((id % FIRST_BOND) * 7919 + 4099) % names;
}

function pick<T>(list: readonly T[], index: number): T {
  const item = list[index % list.length];
  if (item === undefined) throw new RangeError("The list is empty");
  return item;
}

const cashCountry = { name: "[Cash]", code: "US", region: "[Cash]", currency: "USD" };

export function countryOf(id: SecurityId) {
  if (id === CASH) return cashCountry;
  return pick(countryShares(), Math.floor(uniform(NAMES_SEED, 1, id % FIRST_BOND) * 100));
}

function industryOf(id: SecurityId) {
  const { first, second } = issuerWords;
  return pick(industries(), Math.floor(issuerNumber(id) / (first.length * second.length)));
}

export function issuerOf(id: SecurityId): string {
  const { first, second, last } = issuerWords;
  const number = issuerNumber(id);
  const stem = `${pick(first, number)}${pick(second, Math.floor(number / first.length))}`;
  const end = pick(last, Math.floor(number / (first.length * second.length * industries().length)));
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
  let code = ((id % FIRST_BOND) * 175_741 + 91_193 + (isBond(id) ? LETTERS / 2 : 0)) % LETTERS;
  let letters = "";
  for (let index = 0; index < 4; index++) {
    letters = String.fromCharCode(65 + (code % 26)) + letters;
    code = Math.floor(code / 26);
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

type SizeBand = "Large" | "Medium" | "Small";

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

const SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const CONSONANTS = "0123456789BCDFGHJKLMNPQRSTVWXYZ";

function letters(id: SecurityId, count: number, from: string, kind: string): string {
  const key = hashText(kind);
  return Array.from(
    { length: count },
    (_, index) => from[Math.floor(uniform(key, index, id) * from.length)] ?? "0",
  ).join("");
}

/** No country has the code ZZ, and the check digits are not computed, so the numbers cannot be those of real securities. */
const isin = (id: SecurityId) => `ZZ${letters(id, 9, SIGNS, "isin")}0`;
const cusip = (id: SecurityId) => `${letters(id, 8, SIGNS, "cusip")}0`;
const sedol = (id: SecurityId) => letters(id, 6, CONSONANTS, "sedol");

const identifierMakers: ReadonlyMap<string, (id: SecurityId) => string> = new Map([
  ["cusip", cusip],
  ["symbologycusip", cusip],
  ["isin", isin],
  ["sedol", sedol],
  ["sedolchk", (id) => `${sedol(id)}0`],
  ["ticker", symbolOf],
  ["riskmodel", (id) => `RM${String(id).padStart(8, "0")}`],
]);

/** A security's identifier of the type that an optimizer request asks for; `Asset` and unknown types give the ticker with its region. */
export function identifierOf(type: string, id: SecurityId): string {
  return (identifierMakers.get(type.toLowerCase()) ?? identifierWithRegion)(id);
}

const FIRST =
  "Quill Bram Thistle Ember Larch Fen Hazel Marl Osier Pell Rook Sable Tarn Umber Vetch Wren Alder Birch Corm Dapple Elder Fallow Gorse Heron Ivel Juniper Kestrel Linden Moss Nettle Oriel Pippin";
const SECOND =
  "wick ford mere holt combe dale thorpe stead garth ley burn croft den fell gate hythe lade marsh ness oak reach shaw wold yard";
const LAST = "Ltd; Group; Holdings; Partners";

/** First and second halves of issuers' names, and their last words. */
const issuerWords = {
  first: FIRST.split(" "),
  second: SECOND.split(" "),
  last: LAST.split("; "),
};

// Sector, then its industries.
const INDUSTRIES = `
Technology: Software, Semiconductors, Hardware, Data Services
Health: Medicines, Medical Devices, Clinics, Laboratories
Finance: Banking, Insurance, Exchanges, Leasing
Industry: Machinery, Aerospace, Construction, Logistics
Energy: Oil Fields, Pipelines, Wind Power, Solar Power
Materials: Chemicals, Steel, Timber, Packaging
Utilities: Water, Power Grids, Gas Networks, Waste
Property: Offices, Warehouses, Housing, Shops
Communication: Networks, Broadcasting, Publishing, Games
Consumer Goods: Foods, Drinks, Clothing, Furniture
Consumer Services: Hotels, Restaurants, Airlines, Retail
`;

const industries = lazy(() =>
  lines(INDUSTRIES).flatMap((line) => {
    const [sector = "", names = ""] = line.split(": ");
    return names.split(", ").map((industry) => ({ sector, industry }));
  }),
);

// Country, its code, region, currency and share of the world's securities in percent.
const COUNTRIES = `
United States US; North America; USD; 38
Canada CA; North America; CAD; 7
United Kingdom GB; Europe; GBP; 7
Germany DE; Europe; EUR; 5
France FR; Europe; EUR; 5
Switzerland CH; Europe; CHF; 4
Netherlands NL; Europe; EUR; 3
Sweden SE; Europe; SEK; 2
Japan JP; Asia Pacific; JPY; 9
Australia AU; Asia Pacific; AUD; 4
Singapore SG; Asia Pacific; SGD; 2
New Zealand NZ; Asia Pacific; NZD; 1
India IN; Emerging; INR; 4
Brazil BR; Emerging; BRL; 3
South Africa ZA; Emerging; ZAR; 2
Mexico MX; Emerging; MXN; 2
Poland PL; Emerging; PLN; 1
Indonesia ID; Emerging; IDR; 1
`;

/** A hundred places, filled by share: a random number in [0, 100) picks a country. */
const countryShares = lazy(() =>
  records(COUNTRIES).flatMap(([head = "", region = "", currency = "", share]) => {
    const country = { name: head.slice(0, -3), code: head.slice(-2), region, currency };
    return Array.from({ length: Number(share) }, () => country);
  }),
);
