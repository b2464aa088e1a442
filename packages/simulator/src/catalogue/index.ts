export { type Catalogue, createCatalogue } from "./catalogue.ts";
export { knownGood } from "./known-good.ts";
