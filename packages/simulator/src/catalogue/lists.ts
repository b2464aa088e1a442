import type { ComponentFamilyId } from "@analytics-engines/core/basics";
import { id64, lazy, records } from "./hash.ts";

/** The directory of everything that the service itself provides. */
export const VENDOR_DIRECTORY = "Vendor";

type Property = "name" | "category" | "directory";

/** A filter of a list, in any letter case. `name` may be a part of the name. */
export type ListFilter = Readonly<Partial<Record<Property, string | undefined>>>;

/** The items that pass a filter, from id to what a list says about them. */
export function matchingRows(items: readonly Readonly<Record<Property | "id", string>>[], filter: ListFilter = {}) {
  const matches = items.filter((item) => passes(item, filter));
  return Object.fromEntries(matches.map(({ id, name, directory, category }) => [id, { name, directory, category }]));
}

/** Whether an item of a list passes a filter. */
function passes(item: Readonly<Record<Property, string>>, { name, category, directory }: ListFilter): boolean {
  return (
    (!name || item.name.toLowerCase().includes(name.toLowerCase())) &&
    (!category || item.category.toLowerCase() === category.toLowerCase()) &&
    (!directory || item.directory.toLowerCase() === directory.toLowerCase())
  );
}

// The active currencies of ISO 4217, without funds codes, metals and test codes.
const CURRENCIES = `
AED UAE Dirham; AFN Afghani; ALL Lek; AMD Armenian Dram; AOA Kwanza; ARS Argentine Peso; AUD Australian Dollar; AWG Aruban Florin; AZN Azerbaijan Manat
BAM Convertible Mark; BBD Barbados Dollar; BDT Taka; BHD Bahraini Dinar; BIF Burundi Franc; BMD Bermudian Dollar; BND Brunei Dollar; BOB Boliviano; BRL Brazilian Real
BSD Bahamian Dollar; BTN Ngultrum; BWP Pula; BYN Belarusian Ruble; BZD Belize Dollar; CAD Canadian Dollar; CDF Congolese Franc; CHF Swiss Franc; CLP Chilean Peso
CNY Yuan Renminbi; COP Colombian Peso; CRC Costa Rican Colon; CUP Cuban Peso; CVE Cabo Verde Escudo; CZK Czech Koruna; DJF Djibouti Franc; DKK Danish Krone
DOP Dominican Peso; DZD Algerian Dinar; EGP Egyptian Pound; ERN Nakfa; ETB Ethiopian Birr; EUR Euro; FJD Fiji Dollar; FKP Falkland Islands Pound; GBP Pound Sterling
GEL Lari; GHS Ghana Cedi; GIP Gibraltar Pound; GMD Dalasi; GNF Guinean Franc; GTQ Quetzal; GYD Guyana Dollar; HKD Hong Kong Dollar; HNL Lempira; HTG Gourde
HUF Forint; IDR Rupiah; ILS New Israeli Sheqel; INR Indian Rupee; IQD Iraqi Dinar; IRR Iranian Rial; ISK Iceland Krona; JMD Jamaican Dollar; JOD Jordanian Dinar
JPY Yen; KES Kenyan Shilling; KGS Som; KHR Riel; KMF Comorian Franc; KPW North Korean Won; KRW Won; KWD Kuwaiti Dinar; KYD Cayman Islands Dollar; KZT Tenge
LAK Lao Kip; LBP Lebanese Pound; LKR Sri Lanka Rupee; LRD Liberian Dollar; LSL Loti; LYD Libyan Dinar; MAD Moroccan Dirham; MDL Moldovan Leu; MGA Malagasy Ariary
MKD Denar; MMK Kyat; MNT Tugrik; MOP Pataca; MRU Ouguiya; MUR Mauritius Rupee; MVR Rufiyaa; MWK Malawi Kwacha; MXN Mexican Peso; MYR Malaysian Ringgit
MZN Mozambique Metical; NAD Namibia Dollar; NGN Naira; NIO Cordoba Oro; NOK Norwegian Krone; NPR Nepalese Rupee; NZD New Zealand Dollar; OMR Rial Omani; PAB Balboa
PEN Sol; PGK Kina; PHP Philippine Peso; PKR Pakistan Rupee; PLN Zloty; PYG Guarani; QAR Qatari Rial; RON Romanian Leu; RSD Serbian Dinar; RUB Russian Ruble
RWF Rwanda Franc; SAR Saudi Riyal; SBD Solomon Islands Dollar; SCR Seychelles Rupee; SDG Sudanese Pound; SEK Swedish Krona; SGD Singapore Dollar
SHP Saint Helena Pound; SLE Leone; SOS Somali Shilling; SRD Surinam Dollar; SSP South Sudanese Pound; STN Dobra; SVC El Salvador Colon; SYP Syrian Pound
SZL Lilangeni; THB Baht; TJS Somoni; TMT Turkmenistan New Manat; TND Tunisian Dinar; TOP Pa'anga; TRY Turkish Lira; TTD Trinidad and Tobago Dollar
TWD New Taiwan Dollar; TZS Tanzanian Shilling; UAH Hryvnia; UGX Uganda Shilling; USD US Dollar; UYU Peso Uruguayo; UZS Uzbekistan Sum; VED Bolivar Digital
VES Bolivar Soberano; VND Dong; VUV Vatu; WST Tala; XAF CFA Franc BEAC; XCD East Caribbean Dollar; XCG Caribbean Guilder; XOF CFA Franc BCEAO; XPF CFP Franc
YER Yemeni Rial; ZAR Rand; ZMW Zambian Kwacha; ZWG Zimbabwe Gold
`;

/** Active ISO 4217 currencies, from code to name. */
export const currencies = lazy(() => {
  const entries = records(CURRENCIES).flat();
  return Object.fromEntries(
    entries.map((item): [string, { name: string }] => [item.slice(0, 3), { name: item.slice(4) }]),
  );
});

/** The calendars by which `pa` counts days, from id to name. */
export const calendars: Readonly<Record<string, { readonly name: string }>> = {
  FIVEDAY: { name: "Five Day" },
  SEVENDAY: { name: "Seven Day" },
};

const periodNames = {
  Daily: { name: "Daily" },
  Weekly: { name: "Weekly" },
  Monthly: { name: "Monthly" },
  Quarterly: { name: "Quarterly" },
  SemiAnnually: { name: "Semi-Annually" },
  Yearly: { name: "Yearly" },
} as const;

const namesWithSingle = { Single: { name: "Single" }, ...periodNames } as const;

/** The frequencies that a family offers, from id to name. */
export function frequenciesOf(family: ComponentFamilyId): Readonly<Record<string, { readonly name: string }>> {
  return family === "spar" ? periodNames : namesWithSingle;
}

/** The frequency's id, in the catalogue's spelling, for an id or a name in any letter case. */
export function findFrequency(text: string): string | undefined {
  const key = text.toLowerCase();
  return Object.entries(namesWithSingle).find(
    ([id, { name }]) => id.toLowerCase() === key || name.toLowerCase() === key,
  )?.[0];
}

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

/** The universes that `spar` ranks a portfolio in. They have a directory only where the category needs one. */
const universes = [
  { category: "US Funds", name: "Large Growth", id: "US_LARGE_GROWTH" },
  { category: "US Funds", name: "Large Value", id: "US_LARGE_VALUE" },
  { category: "US Funds", name: "Core Bond", id: "US_CORE_BOND" },
  { category: "Intl Funds", name: "Global Equity", id: "INTL_GLOBAL_EQUITY" },
  { category: "Institutions", name: "Pension Plans", id: "INST_PENSION" },
  { category: "Screens", name: "Quality Growth", id: "SCREEN_QUALITY", directory: "CLIENT:/SCREENS" },
];

/** Categories whose universes are the client's own and are listed by directory. */
const needDirectory = new Set(["ofdbs", "screens"]);

/** The universes of a category, or why they cannot be listed; `undefined` where none matches. */
export function peerUniverses(category: string, { name, directory }: ListFilter) {
  if (needDirectory.has(category.toLowerCase()) && directory === undefined)
    return { problem: `The directory is required for the category ${category}` };
  const matches = universes.filter((universe) => passes({ directory: "", ...universe }, { category, name, directory }));
  if (matches.length === 0) return undefined;
  return {
    peerUniverseList: matches.map((universe) => ({
      categoryname: universe.category,
      categoryid: universe.category.toUpperCase(),
      universename: universe.name,
      universeid: universe.id,
    })),
  };
}

// Id, category, name, and the currencies that have such a curve.
const curveKinds = [
  [
    "GOV",
    "Government",
    "Government Curve",
    "USD EUR GBP JPY CHF CAD AUD NZD SEK NOK DKK SGD HKD PLN CZK MXN BRL ZAR INR KRW",
  ],
  ["SWAP", "Swap", "Swap Curve", "USD EUR GBP JPY CHF CAD AUD NZD SEK NOK DKK SGD HKD PLN CZK"],
  ["OIS", "Swap", "Overnight Curve", "USD EUR GBP JPY CHF CAD AUD"],
  ["CORP", "Corporate", "Corporate Curve", "USD EUR"],
] as const;

/** From id (`USD_GOV`) to discount curve. */
export const discountCurves = lazy(() =>
  Object.fromEntries(
    curveKinds.flatMap(([id, category, name, codes]) =>
      codes
        .split(" ")
        .map((currency) => [`${currency}_${id}`, { category, name: `${currency} ${name}`, currency }] as const),
    ),
  ),
);

/** All curves, or those of one currency; `undefined` for a code that is not a currency. */
export function discountCurvesOf(currency: string | undefined) {
  if (currency === undefined) return discountCurves();
  const code = currency.toUpperCase();
  if (currencies()[code] === undefined) return undefined;
  return Object.fromEntries(Object.entries(discountCurves()).filter(([, curve]) => curve.currency === code));
}

/** A discount curve by its id, in any letter case. */
export function findDiscountCurve(id: string | undefined) {
  const key = (id ?? "").toUpperCase();
  const curve = discountCurves()[key];
  return curve && { id: key, curve };
}

// Name, directory, and whether each sector has a paragraph of its own.
const configurationRows = [
  ["monthly_review", "Client:", true],
  ["headline", "Client:", false],
  ["draft", "Personal:", true],
] as const;

const commentaryConfigurations = lazy(
  () =>
    new Map(
      configurationRows.map(([name, directory, sectors]) => [
        id64("commentary", directory, name),
        { name: `${name}.pa_commentary_config`, directory, sectors },
      ]),
    ),
);

/** The configurations of a directory, by id; `undefined` where there is no such directory. */
export function commentaryConfigurationsIn(path: string) {
  const directory = path.replace(/\/$/, "").toLowerCase();
  const matches = [...commentaryConfigurations()].filter(
    ([, configuration]) => configuration.directory.toLowerCase() === directory,
  );
  if (matches.length === 0) return undefined;
  return Object.fromEntries(matches.map(([id, { name, directory: where }]) => [id, { name, directory: where }]));
}

export const findCommentaryConfiguration = (id: string) => commentaryConfigurations().get(id.toUpperCase());
