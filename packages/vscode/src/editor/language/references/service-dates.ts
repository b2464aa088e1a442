import { type Issue, type ParameterFile, refusedDates } from "@analytics-engines/core/parameters";
import { dateSource, type ServiceNames } from "@analytics-engines/runs/lookup";

/** Asks the service about the dates of a file that only it can know. Returns an error for each that it refuses. */
export function checkServiceDates(
  file: ParameterFile,
  names: ServiceNames,
  today: Date,
  signal?: AbortSignal,
): Promise<readonly Issue[]> {
  return refusedDates(file, { source: dateSource(names, today), today, signal });
}
