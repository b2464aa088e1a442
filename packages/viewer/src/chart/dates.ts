/** The dates of a chart are those of the tables. */
export { columnDays, dayLabel, parseDay } from "@analytics-engines/core/results";
