import { lazy, lines, records } from "../../catalogue/hash.ts";

const FIRST =
  "Quill Bram Thistle Ember Larch Fen Hazel Marl Osier Pell Rook Sable Tarn Umber Vetch Wren Alder Birch Corm Dapple Elder Fallow Gorse Heron Ivel Juniper Kestrel Linden Moss Nettle Oriel Pippin";
const SECOND =
  "wick ford mere holt combe dale thorpe stead garth ley burn croft den fell gate hythe lade marsh ness oak reach shaw wold yard";
const LAST = "Ltd; Group; Holdings; Partners";

/** First and second halves of issuers' names, and their last words. */
export const issuerWords = {
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

export const industries = lazy(() =>
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
export const countryPlaces = lazy(() =>
  records(COUNTRIES).flatMap(([head = "", region = "", currency = "", share]) => {
    const country = { name: head.slice(0, -3), code: head.slice(-2), region, currency };
    return Array.from({ length: Number(share) }, () => country);
  }),
);
