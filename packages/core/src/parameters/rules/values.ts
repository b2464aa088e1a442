import { documentFields, type ValueListName } from "../../families/fields.ts";
import { type JsonPath, property } from "../../json/value.ts";
import { nearest } from "../../text/nearest.ts";
import type { FieldVisit } from "../fields.ts";
import type { Finding } from "../issues/findings.ts";
import { changesTo, removeMembers } from "../issues/fixes.ts";
import { type DocumentKind, payloadShape } from "../shapes/shape.ts";
import { listed, quoted } from "../text/words.ts";
import { withoutUnseen } from "./names.ts";
import type { RuleContext } from "./rule.ts";

/** A list of values that the models leave as text. */
interface ValueList {
  /** The name of one value, for messages. */
  readonly noun: string;
  /** The values in the service's spelling. */
  readonly values: () => readonly string[];
  /** The same values, and each in lower case too, so that most values of a large file need no conversion. */
  readonly spellings: () => ReadonlySet<string>;
  /** Whether the list is complete. For an open list, only values similar to a known one are reported. */
  readonly closed: boolean;
  /** Values that are in the list for certain, where it takes 4 MiB of memory to make the list. */
  readonly usual?: ReadonlySet<string> | undefined;
}

function listOf(noun: string, make: () => readonly string[], closed: boolean, usual?: ReadonlySet<string>): ValueList {
  let values: readonly string[] | undefined;
  let spellings: ReadonlySet<string> | undefined;
  const readValues = () => (values ??= make());
  return {
    noun,
    closed,
    usual,
    values: readValues,
    spellings: () => (spellings ??= new Set(readValues().flatMap((value) => [value, value.toLowerCase()]))),
  };
}

const fixed = (noun: string, values: readonly string[]) => listOf(noun, () => values, true);
const open = (noun: string, values: readonly string[]) => listOf(noun, () => values, false);

const usualCurrencies = new Set(["USD", "EUR", "GBP", "JPY", "CHF", "CAD", "AUD"]);

// The values of fields that the models describe as text. The service lists the open ones, and a deployment may have more.
export const valueLists: Readonly<Record<ValueListName, ValueList>> = {
  "holdings mode": fixed("holdings mode", ["B&H", "TBR", "OMS", "EXT", "VLT"]),
  "holdings mode of a report": fixed("holdings mode", ["B&H", "TBR", "OMS", "EXT"]),
  "component detail": fixed("component detail", ["securities", "groups", "groupsall", "totals"]),
  /** The active and historic codes of ISO 4217 that the platform knows. */
  currency: listOf("ISO 4217 currency", () => Intl.supportedValuesOf("currency"), true, usualCurrencies),
  frequency: open("frequency", ["Single", "Daily", "Weekly", "Monthly", "Quarterly", "SemiAnnually", "Yearly"]),
  calendar: open("calendar", ["FIVEDAY", "SEVENDAY"]),
};

/** Reports values that are not in the service's fixed lists, as warnings, since a deployment may know more. */
export function checkValues(context: RuleContext): FieldVisit[] {
  return documentFields[context.kind].values.map(({ path: field, list: name }) => {
    const list = valueLists[name];
    const check: FieldVisit[1] = (value, path) => {
      if (typeof value !== "string" || list.usual?.has(value) || list.spellings().has(value)) return;
      // Blanks around a value are an issue of their own.
      const written = withoutUnseen(value);
      if (written === "" || list.spellings().has(written.toLowerCase())) return;
      const suggestion = nearest(value, list.values());
      if (suggestion === undefined && !list.closed) return;
      context.report({
        code: "unlisted-value",
        message: `${quoted(value)} is no ${list.noun} that the service lists. ${advice(suggestion, list)}`,
        path,
        fixes: changesTo(value, list.values()),
      });
    };
    return [field, check];
  });
}

/** At most this many values fit into a sentence. */
const MAX_LISTED = 8;

function advice(suggestion: string | undefined, list: ValueList): string {
  if (suggestion !== undefined) return `Did you mean ${quoted(suggestion)}?`;
  const values = list.values();
  return values.length <= MAX_LISTED ? `Use ${listed(values)}.` : "Look it up in the service's list.";
}

/** Reports empty texts where the service needs a name, a date or a currency, and empty lists of what is computed. */
export function checkEmpty(context: RuleContext): FieldVisit[] {
  const checkList = (name: string, path: Finding["path"]) => {
    const isComputed = context.kind === "fi" || context.kind === "quant";
    const key = String(context.pathInFile(path).at(-1));
    context.report({
      code: "empty-value",
      severity: isComputed ? "warning" : "hint",
      message: isComputed
        ? `${quoted(name)} is an empty list, so that there is nothing to compute. Fill it in.`
        : `${quoted(name)} is an empty list. Remove it where the component's own setting is wanted.`,
      path,
      fixes: isComputed ? [] : [removeMembers(`Remove ${quoted(key)}`, [key], false)],
    });
  };
  const nameOf = (path: Finding["path"]) => String(path.findLast((segment) => typeof segment === "string") ?? "This");
  const check: FieldVisit[1] = (value, path) => {
    if (Array.isArray(value) && value.length === 0) return checkList(nameOf(path), [...path]);
    if (typeof value !== "string" || value.trim() !== "") return;
    const name = nameOf(path);
    const isSingle = isStartOfSingle(context.request, path);
    const advice = isSingle
      ? "The service accepts that with the frequency `Single`. Remove it, or fill it in."
      : "Fill it in, or remove it where the component's own setting is wanted.";
    context.report({
      code: "empty-value",
      severity: isSingle ? "hint" : "warning",
      message: name === "id" ? "The id is empty. Fill it in." : `${quoted(name)} is empty. ${advice}`,
      path,
    });
  };
  return documentFields[context.kind].requiredPaths.map((field) => [field, check]);
}

/** Whether a path is that of a start date beside the frequency `Single`: official requests leave it empty. */
function isStartOfSingle(request: unknown, path: Finding["path"]): boolean {
  if (path.at(-1) !== "startdate") return false;
  const dates = path.slice(0, -1).reduce<unknown>((value, key) => property(value, String(key)), request);
  const frequency = property(dates, "frequency");
  return typeof frequency === "string" && frequency.toLowerCase() === "single";
}

/** How many segments of a path come before the payload. */
const envelopeDepth = { root: 0, data: 1, units: 2 } as const;

/**
 * The documented values of a text that the models do not restrict, in the service's spelling; none if there is no such list.
 * @param path the path of the text in the file, with the model's names
 */
export function documentedValues(kind: DocumentKind, path: JsonPath): readonly string[] {
  const inner = path.slice(envelopeDepth[payloadShape(kind).location]);
  const field = documentFields[kind].values.find(
    ({ path: way }) =>
      way.length === inner.length && way.every((segment, index) => segment === "*" || segment === inner[index]),
  );
  return field === undefined ? [] : valueLists[field.list].values();
}
