import { t } from "../l10n.ts";
import { type Counted, countOf } from "../text.ts";

/** What core says about the form of tables, `3 rows added`, in the language of the page. */
export function formText(text: string): string {
  const [, count, noun = "", change = ""] = /^(\d+) (table|row|column)s? (.*)$/.exec(text) ?? [];
  const translation = changes.get(change);
  return translation === undefined || !isCounted(noun)
    ? text
    : translation.replace("{0}", countOf(Number(count), noun));
}

const changes = new Map([
  ["added", t("{0} added")],
  ["removed", t("{0} removed")],
  ["not compared: several have the same name", t("{0} not compared: several have the same name")],
]);

function isCounted(noun: string): noun is Extract<Counted, "table" | "row" | "column"> {
  return ["table", "row", "column"].includes(noun);
}

/** Why a unit failed: the message of the service or, in the language of the page, that there is none. */
export function failureText(message: string): string {
  return message === "The service gave no reason." ? t("The service gave no reason.") : message;
}

/** A sentence about units that were computed for other days. */
export function periodsText({ before, after }: Readonly<Record<"before" | "after", string>>): string {
  return t("The periods differ: {0} before, {1} now.", daysText(before), daysText(after));
}

/** `2024-01-31 to 2024-02-29` of runs in the language of the page. */
function daysText(days: string): string {
  return days.split(" to ").reduce((from, to) => t("{0} to {1}", from, to));
}
