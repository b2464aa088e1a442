import { property } from "../../json/value.ts";
import { payloads } from "../fields.ts";
import type { Issue } from "../issues/issue.ts";
import type { ParameterFile } from "../read/read.ts";
import { placeRefusal } from "../refusals.ts";
import { quoted } from "../text/words.ts";
import { resolveDate } from "./days.ts";
import { type DateSource, dateQuery, type ResolveDatesOptions } from "./resolve-dates.ts";

/**
 * Asks the service about the dates of a file that no documented form explains, such as `yesterday`: an error for each that it refuses.
 * Sends one request for each unit with such a date, and none for other files. An answer about anything else than a date counts as no
 * answer.
 * @throws the reason of the signal when aborted
 */
export async function refusedDates(
  file: ParameterFile,
  { source, today, signal }: ResolveDatesOptions & { readonly source: DateSource },
): Promise<Issue[]> {
  const { family, request, units } = file;
  if (request === undefined || (family !== "pa" && family !== "vault")) return [];
  const checks = payloads(family, request).map(async ({ path, value }): Promise<Issue[]> => {
    const query = dateQuery(family, value);
    const dates = ["startdate", "enddate"].map((name) => property(property(value, "dates"), name));
    if (query === undefined || !dates.some((text) => isUnexplained(text, today))) return [];
    try {
      await source[family].dates.convert(query, { signal });
      return [];
    } catch (error) {
      signal?.throwIfAborted();
      const status = property(error, "status");
      const unit = String(path[1]);
      if (status !== 404 && status !== 400) return [];
      return problemsOf(error).flatMap((problem) => issueOf(file, problem, { unit, units }, today) ?? []);
    }
  });
  return (await Promise.all(checks)).flat();
}

/** Whether a text is no day, and no relative date of a documented form. */
function isUnexplained(text: unknown, today: Date): boolean {
  return typeof text === "string" && text.trim() !== "" && resolveDate(text.trim(), { today }) === undefined;
}

interface Problem {
  readonly detail: string;
  readonly source: { readonly parameter: string | undefined };
}

/** The service's own errors in an error of the client. */
function problemsOf(error: unknown): Problem[] {
  const list: unknown = error instanceof Error && "errors" in error ? error.errors : undefined;
  return (Array.isArray(list) ? list : []).flatMap((item: unknown) => {
    const detail = property(item, "detail");
    const parameter = property(property(item, "source"), "parameter");
    return typeof detail === "string"
      ? [{ detail, source: { parameter: typeof parameter === "string" ? parameter : undefined } }]
      : [];
  });
}

function issueOf(
  file: ParameterFile,
  problem: Problem,
  scope: { readonly unit: string; readonly units: readonly string[] },
  today: Date,
): Issue | undefined {
  const place = placeRefusal(file, problem, scope);
  const name = /\/dates\/(startdate|enddate)$/.exec(place?.pointer ?? "")?.[1];
  const data = property(property(file.request, "data"), scope.unit);
  const text = name === undefined ? undefined : property(property(data, "dates"), name);
  if (place === undefined || typeof text !== "string" || !isUnexplained(text, today)) return undefined;
  const { pointer, range } = place;
  const message = `The service does not know the date ${quoted(text)}: ${quoted(problem.detail)}. Write a day as \`YYYYMMDD\`, or a relative date such as \`0\` or \`-1M\`.`;
  return { code: "date-form", severity: "error", message, pointer, range, fixes: [] };
}
