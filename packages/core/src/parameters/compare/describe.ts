import { isObject } from "../../json/value.ts";
import { type Sentence, sentenceList } from "../../text/words.ts";
import { quotedWithin } from "../text/words.ts";
import type { Change, ParameterChanges } from "./changes.ts";
import { identityOf } from "./values.ts";

/** Code long enough for an id and for a path: two that differ must not look the same. */
export function quotedName(text: string): string {
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
export function describeShared({ family, changes }: ParameterChanges): readonly Sentence[] {
  const kinds = [family?.before, family?.after].map((kind) => quotedName(kind ?? "template"));
  const familyChange = family ? [{ text: `The family changed from ${kinds.join(" to ")}.` }] : [];
  return [...familyChange, ...changes.map(describeChange)];
}

function describeChange(change: Change): Sentence {
  return { text: `${pathInWords(change)}: ${describeValues(change)}` };
}

/** The path of what changed: of an item that was added or removed and has a name, that of its list. */
export function pathInWords(change: Change): string {
  const { label } = change;
  return (isNamed(change) ? label.slice(0, -1) : label).map(quotedName).join(" › ");
}

/** What a change did at its place: `` `USD` replaced by `EUR` ``. */
export function describeValues(change: Change): string {
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
