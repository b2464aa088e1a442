import { refusedDates } from "@analytics-engines/core/parameters";
import { dateSource } from "@analytics-engines/runs/lookup";
import type { CheckDates } from "./name-answers.ts";

/** The errors of dates that only the service can know, and that it refuses. */
export const checkServiceDates: CheckDates = (file, names, today, signal) =>
  refusedDates(file, { source: dateSource(names, today), today, signal });
