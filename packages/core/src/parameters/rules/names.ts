import { documentFields, type FieldPath, type ReferenceKind } from "../../families/fields.ts";
import { items, type JsonPath, property } from "../../json/value.ts";
import type { FieldVisit } from "../fields.ts";
import { type FixMaker, replaceValue, replaceWritten, swapValues } from "../issues/fixes.ts";
import { looksSecret, quoted } from "../text/words.ts";
import type { RuleContext } from "./rule.ts";

// Mistakes in how ids, paths and listed values are written, which no list of the service is needed to see.

/** Blanks, and characters that cannot be seen. */
const UNSEEN = String.raw`[\s\p{Cc}\p{Cf}\u115f\u3164]`;
const UNSEEN_AT_END = new RegExp(`^${UNSEEN}+|${UNSEEN}+$`, "gu");
const UNSEEN_INSIDE = /[\p{Cc}\p{Cf}\u115f\u3164\u00a0\u2000-\u200a\u202f\u3000]/gu;

/** Blanks, backslashes and all that is not ASCII. Most of a large file's texts have none, and need no further look. */
const UNUSUAL_CHARACTER = /[^!-[\]-~]/;

/**
 * A text without blanks at its ends, and without characters that cannot be seen.
 * @param text an id, a path or a listed value
 */
export function withoutUnseen(text: string): string {
  if (!UNUSUAL_CHARACTER.test(text)) return text;
  return text.replace(UNSEEN_AT_END, "").replace(UNSEEN_INSIDE, blankFor);
}

const blankFor = (character: string) => (/\s/u.test(character) ? " " : "");

/** Names of which the service has a path, with slashes. */
const withPaths: ReadonlySet<ReferenceKind> = new Set(["account", "document", "strategy"]);

/** Reports ids, paths and listed values with blanks around them, with characters that cannot be seen, or with backslashes. */
export function checkWritten(context: RuleContext): FieldVisit[] {
  const { references, values, requiredPaths, dates, spans } = documentFields[context.kind];
  const isDate = (path: FieldPath) =>
    [...dates, ...spans.flatMap(([object, start, end]) => [start, end].map((name) => [...object, name]))].some(
      (date) => date.join(".") === path.join("."),
    );
  const paths = new Set(references.filter(({ kind }) => withPaths.has(kind)).map(({ path }) => path.join(".")));
  const all = [...references, ...values].map(({ path }) => path).concat(requiredPaths.filter((path) => !isDate(path)));
  const fields = new Map(all.map((path) => [path.join("."), path]));
  return Array.from(fields, ([key, field]): FieldVisit => {
    const hasPath = paths.has(key);
    return [field, (value, path) => typeof value === "string" && checkText(context, value, path, hasPath)];
  });
}

function checkText(context: RuleContext, value: string, path: JsonPath, hasPath: boolean): void {
  if (!UNUSUAL_CHARACTER.test(value)) return;
  const clean = withoutUnseen(value);
  // A secret is an issue of its own, and a fix must not repeat it.
  if (clean === "" || looksSecret(clean)) return;
  if (hasPath && (value.includes("\\") || CONTROL_INSIDE.test(value))) {
    const mistake = value.includes("\\") ? "has backslashes" : describeUnseen(value);
    context.report({
      code: "path-form",
      message: `${quoted(value)} ${mistake}. A path of the service has slashes, such as \`Client:/NAME\`.`,
      path,
      fixes: [slashesForBackslashes],
    });
  } else if (clean !== value) {
    context.report({
      code: "surrounding-blanks",
      message: `${quoted(value)} ${describeUnseen(value)}.`,
      path,
      fixes: [replaceValue(`Change to ${quoted(clean)}`, clean, false)],
    });
  }
}

const CONTROL_INSIDE = /[\b\f\n\r\t]/;

/** What is wrong with a text from which `withoutUnseen` removes something: the rest of a sentence. */
export function describeUnseen(text: string): string {
  const control = CONTROL_INSIDE.exec(text.trim())?.[0];
  if (control === "\n" || control === "\r") return "contains a line break";
  if (control === "\t") return "contains a tab";
  if (text.trim() !== text) return "begins or ends with a blank";
  return "contains a character that cannot be seen";
}

/** `Client:\new` is the word `Client:`, a line break and `ew` in JSON, so the fix changes the text as it is written. */
const slashesForBackslashes: FixMaker = replaceWritten("Write slashes", (written) => written.replace(/\\\\|\\/g, "/"));

const ACCOUNT_PATH = /[\\/]|\.ac[a-z]{2}$/i;
const BENCHMARK_ID = /^[^\s:\\/]+:[^\s:\\/]+$/;
const FULL_PATH = /^[^/]*:\/.*[^/.]$/;
const EXTENSION = /\.[^/]*$/;
const isAccount = (id: unknown) => typeof id === "string" && ACCOUNT_PATH.test(id);
const isBenchmark = (id: unknown) => typeof id === "string" && BENCHMARK_ID.test(id) && !ACCOUNT_PATH.test(id);

/** Reports accounts without an extension, accounts that look like benchmarks, and benchmarks that look like accounts. */
export function checkAccounts(context: RuleContext): FieldVisit[] {
  const { references } = documentFields[context.kind];
  const fieldsOf = (kind: ReferenceKind) => references.filter((field) => field.kind === kind).map(({ path }) => path);
  const [accounts, benchmarks] = [fieldsOf("account"), fieldsOf("benchmark")];
  let isSwapped = false;
  const hint = (message: string, path: JsonPath) => {
    if (!isSwapped) context.report({ code: "account-or-benchmark", severity: "hint", message, path });
  };
  // A unit is visited before its accounts and benchmarks.
  const checkUnit: FieldVisit[1] = (settings, path) => {
    isSwapped = reportSwapped(context, settings, path);
  };
  const checkAccount: FieldVisit[1] = (id, path) => {
    if (isBenchmark(id))
      hint(`${quoted(String(id))} looks like a benchmark: accounts have paths such as \`Client:/NAME.ACCT\`.`, path);
    else if (typeof id === "string" && FULL_PATH.test(id) && !EXTENSION.test(id))
      context.report({
        code: "path-form",
        message: `${quoted(id)} has no extension: the path of an account ends with \`.ACCT\`.`,
        path,
        fixes: [replaceValue("Add `.ACCT`", `${id}.ACCT`, false)],
      });
  };
  const checkBenchmark: FieldVisit[1] = (id, path) => {
    if (isAccount(id))
      hint(`${quoted(String(id))} is the path of an account: benchmarks have ids such as \`PREFIX:NAME\`.`, path);
  };
  const unit = context.kind.startsWith("templated") ? ["componentData"] : [];
  return [
    [unit, checkUnit],
    ...accounts.map((field): FieldVisit => [field, checkAccount]),
    ...benchmarks.map((field): FieldVisit => [field, checkBenchmark]),
  ];
}

/** Reports a unit whose only account looks like a benchmark, and whose only benchmark is the path of an account. */
function reportSwapped(context: RuleContext, settings: unknown, path: JsonPath): boolean {
  const accounts = items(property(settings, "accounts"));
  const list = property(settings, "benchmarks");
  const benchmarks = list === undefined ? [property(settings, "benchmark")] : items(list);
  if (accounts.length > 1 || benchmarks.length > 1) return false;
  if (!isBenchmark(property(accounts[0], "id")) || !isAccount(property(benchmarks[0], "id"))) return false;
  const otherPath = [...path, ...(list === undefined ? ["benchmark", "id"] : ["benchmarks", 0, "id"])];
  context.report({
    code: "account-or-benchmark",
    message: "The account and the benchmark seem to be swapped.",
    path: [...path, "accounts", 0, "id"],
    fixes: [swapValues("Swap them", context.pathInFile(otherPath))],
  });
  return true;
}
