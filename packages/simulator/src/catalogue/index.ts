export {
  type Catalogue,
  type CatalogueOptions,
  createCatalogue,
  type DateConversion,
  type ListFilter,
} from "./catalogue.ts";
export { knownGood } from "./known-good.ts";
