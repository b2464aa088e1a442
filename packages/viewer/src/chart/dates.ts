export { columnDays, parseDay } from "@analytics-engines/core/results";
/** The dates of a chart are those of the tables, in the language of the reader. */
export { localDay } from "../language/number-language.ts";
