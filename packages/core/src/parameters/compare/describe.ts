import { fromPointer, isObject } from "../../json/value.ts";
import { count, type Sentence, sentenceList } from "../../text/words.ts";
import { quotedWithin } from "../text/words.ts";
import { type Change, identityOf, isEqual, type ParameterChanges } from "./values.ts";

/** Code long enough for an id and for a path: two that differ must not look the same. */
function quotedName(text: string): string {
  return quotedWithin(text === "" ? '""' : text, 300);
}

/** The changes as a Markdown list, one sentence on each line; empty if nothing changed. All names and values are escaped. */
export function changesToMarkdown(changes: ParameterChanges): string {
  return sentenceList(describeChanges(changes));
}

/** The changes in words, a sentence for each unit. */
export function describeChanges(changes: ParameterChanges): readonly Sentence[] {
  const units = changes.units.map((unit): Sentence => {
    if (unit.kind === "renamed")
      return { text: `Unit ${quotedName(unit.before)} renamed to ${quotedName(unit.after)}.` };
    const name = `Unit ${quotedName(unit.unit)} ${unit.kind}`;
    if (unit.kind !== "changed") return { text: `${name}.` };
    return { text: `${name}:`, below: unit.changes.map(describeChange) };
  });
  return [...describeShared(changes), ...units];
}

/** The changes outside of the units. */
function describeShared({ family, changes }: ParameterChanges): readonly Sentence[] {
  const kinds = [family?.before, family?.after].map((kind) => quotedName(kind ?? "template"));
  const familyChange = family ? [{ text: `The family changed from ${kinds.join(" to ")}.` }] : [];
  return [...familyChange, ...changes.map(describeChange)];
}

function describeChange(change: Change): Sentence {
  return { text: `${pathInWords(change)}: ${describeValues(change)}` };
}

/** The path of what changed: of an item that was added or removed and has a name, that of its list. */
function pathInWords(change: Change): string {
  const { label } = change;
  return (isNamed(change) ? label.slice(0, -1) : label).map(quotedName).join(" › ");
}

/** What a change did at its place: `` `USD` replaced by `EUR` ``. */
function describeValues(change: Change): string {
  const { kind, label, before, after } = change;
  if (kind === "reordered") return "in another order";
  if (kind === "replaced") return `${describe(before)} replaced by ${describe(after)}`;
  const value = kind === "added" ? after : before;
  return `${isNamed(change) ? quotedName(label.at(-1) ?? "") : describe(value)} ${kind}`;
}

/** Whether the last word of the label says all that the value's description would. */
function isNamed({ kind, label, before, after }: Change): boolean {
  const value = kind === "added" ? after : kind === "removed" ? before : undefined;
  return label.length > 1 && label.at(-1) === identityOf(value);
}

/** A short form of a value: the value itself, or the identity of an object. */
function describe(value: unknown): string {
  if (typeof value === "string") return quotedName(value);
  const identity = isObject(value) ? identityOf(value) : undefined;
  return quotedName(identity ?? JSON.stringify(value) ?? "");
}

/** The most names of rows in a sentence. */
const MAX_NAMES = 10;
/** The most rows whose values are listed, where each has values of its own. */
const MAX_EXAMPLES = 5;
/** The most places that are listed. */
const MAX_PLACES = 20;

/**
 * The changes of a sweep in words: its rows, grouped by the place that changed. However many rows change, the text stays short.
 * @param changes those of its rows as units, see `compareSweeps`
 * @param aboutRows a sentence to add about the rows of a place
 */
export function describeRows(
  changes: ParameterChanges,
  aboutRows: (rows: readonly string[]) => Sentence | undefined,
): readonly Sentence[] {
  const rows = { added: [] as string[], removed: [] as string[], renamed: [] as string[] };
  const changesByKey = new Map<string, RowChange[]>();
  for (const unit of changes.units) {
    if (unit.kind === "renamed") rows.renamed.push(`${quotedName(unit.before)} to ${quotedName(unit.after)}`);
    else if (unit.kind !== "changed") rows[unit.kind].push(quotedName(unit.unit));
    else for (const change of unit.changes) addTo(changesByKey, changeKey(change), { ...change, row: unit.unit });
  }
  const groups = [...changesByKey.values()].sort((a, b) => b.length - a.length);
  const more = groups.length - MAX_PLACES;
  return [
    ...describeShared(changes),
    ...Object.entries(rows).flatMap(([kind, names]) => rowSentence(kind, names)),
    ...groups.slice(0, MAX_PLACES).map((group) => describeGroup(group, aboutRows)),
    ...(more > 0 ? [{ text: `And ${count(more, "more place")}.` }] : []),
  ];
}

interface RowChange extends Change {
  readonly row: string;
}

function addTo<Key, Value>(groups: Map<Key, Value[]>, key: Key, value: Value): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [value]);
  else group.push(value);
}

/** The kind of a change, and its place in the parameters of its row. */
function changeKey({ kind, pointer }: Change): string {
  return JSON.stringify([kind, pointer.split("/").slice(3)]);
}

function rowSentence(kind: string, names: readonly string[]): Sentence[] {
  if (names.length === 0) return [];
  if (names.length === 1 && kind !== "renamed") return [{ text: `Row ${names[0]} ${kind}.` }];
  return [{ text: `${count(names.length, "row")} ${kind}: ${shortList(names)}.` }];
}

function describeGroup(
  group: readonly RowChange[],
  aboutRows: (rows: readonly string[]) => Sentence | undefined,
): Sentence {
  const [first, ...others] = group;
  if (first === undefined) return { text: "" };
  const rows = group.map(({ row }) => row);
  const note = aboutRows(rows);
  const below = note === undefined ? [] : [note];
  if (others.length === 0)
    return { text: `${pathInWords(first)} of row ${quotedName(first.row)}: ${describeValues(first)}`, below };
  const shared = { ...first, label: sharedLabel(group) };
  const text = `${pathInWords(shared)} of ${count(rows.length, "row")}`;
  if (others.every(({ before, after }) => isEqual(before, first.before) && isEqual(after, first.after)))
    return {
      text: `${text}: ${describeValues(shared)}`,
      below: [{ text: `Rows ${shortList(rows.map(quotedName))}.` }, ...below],
    };
  const examples = group
    .slice(0, MAX_EXAMPLES)
    .map((change) => ({ text: `Row ${quotedName(change.row)}: ${describeValues(change)}` }));
  const more = group.length - examples.length;
  return {
    text: `${text}:`,
    below: [...examples, ...(more > 0 ? [{ text: `And ${count(more, "more row")}.` }] : []), ...below],
  };
}

/** The words that the labels of all rows share; another word, which names an item of a list, becomes its number. */
function sharedLabel(group: readonly RowChange[]): string[] {
  const [{ label = [], pointer = "" } = {}] = group;
  const path = fromPointer(pointer)?.slice(2) ?? [];
  return label.map((word, i) => (group.every((change) => change.label[i] === word) ? word : `#${Number(path[i]) + 1}`));
}

function shortList(names: readonly string[]): string {
  const more = names.length - MAX_NAMES;
  return `${names.slice(0, MAX_NAMES).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
