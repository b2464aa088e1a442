import { isObject, property } from "@analytics-engines/core/basics";
import { type DateSource, resolveDates, unitsOfSameDays } from "@analytics-engines/core/parameters";
import type { RunFile } from "../run-options.ts";
import type { Candidate } from "./find-candidates.ts";

/** Who converts relative dates, and when. */
interface DaysContext {
  readonly client: DateSource;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly signal?: AbortSignal | undefined;
}

/** The candidates whose days are the same as in the earlier run. The service is asked only for the dates of candidates. */
export async function withSameDays(
  { family, request }: RunFile,
  candidates: readonly Candidate[],
  { client, now, signal }: DaysContext,
): Promise<readonly Candidate[]> {
  if (candidates.length === 0 || !isObject(request)) return [];
  const earlier = new Map(candidates.map((candidate) => [candidate.id, candidate.earlier]));
  const data = property(request, "data");
  const hasUnits = isObject(data) && candidates.every(({ id }) => Object.hasOwn(data, id));
  const compared = hasUnits
    ? { ...request, data: Object.fromEntries(candidates.map(({ id }) => [id, data[id]])) }
    : request;
  const resolved = await resolveDates(family, compared, { today: new Date(now), source: client, signal });
  const same = unitsOfSameDays(family, compared, (unit) => earlier.get(unit)?.dates, resolved);
  return candidates.filter(({ id }) => same.has(id));
}

/** Converts the same dates once, since many units of a run differ in nothing that decides about their days. */
export function cachedDates(source: DateSource): DateSource {
  const cached = ({ dates }: DateSource["pa"]): DateSource["pa"] => {
    const answers = new Map<string, ReturnType<typeof dates.convert>>();
    const convert: typeof dates.convert = (query, options) => {
      const key = JSON.stringify(query);
      const answer = answers.get(key) ?? dates.convert(query, options);
      answers.set(key, answer);
      return answer;
    };
    return { dates: { convert } };
  };
  return { pa: cached(source.pa), vault: cached(source.vault) };
}
