import { isObject } from "../../json/value.ts";
import { quotedWithin } from "../text/words.ts";
import type { Change, ParameterChanges } from "./changes.ts";
import { identityOf } from "./values.ts";

/** Long enough for an id and for a path: two that differ must not look the same. */
const quoted = (text: string) => quotedWithin(text, 300);

/**
 * The changes as a Markdown list, one sentence on each line; empty if nothing changed. All names and values are escaped.
 * @example
 * ```ts
 * import { changesToMarkdown, compareParameters, readParameterFile } from "@analytics-engines/core/parameters";
 *
 * const file = readParameterFile('{"data": {"u": {"componentid": "A"}}}', { family: "pa" });
 * console.log(changesToMarkdown(compareParameters(file, file))); // empty: nothing changed
 * ```
 */
export function changesToMarkdown({ family, units, changes }: ParameterChanges): string {
  const lines: string[] = [];
  if (family) {
    lines.push(
      `- The family changed from ${quoted(family.before ?? "template")} to ${quoted(family.after ?? "template")}.`,
    );
  }
  for (const change of changes) lines.push(`- ${sentence(change)}`);
  for (const unit of units) {
    if (unit.kind === "renamed") lines.push(`- Unit ${quoted(unit.before)} renamed to ${quoted(unit.after)}.`);
    else lines.push(`- Unit ${quoted(unit.unit)} ${unit.kind}${unit.kind === "changed" ? ":" : "."}`);
    if (unit.kind === "changed") lines.push(...unit.changes.map((change) => `  - ${sentence(change)}`));
  }
  return lines.map((line) => `${line}\n`).join("");
}

function sentence({ kind, label, before, after }: Change): string {
  const place = label.map(quoted).join(" › ");
  switch (kind) {
    case "added":
      return isNamedBy(label, after)
        ? `${listOf(label)}: ${quoted(label.at(-1) ?? "")} added`
        : `${place}: ${describe(after)} added`;
    case "removed":
      return isNamedBy(label, before)
        ? `${listOf(label)}: ${quoted(label.at(-1) ?? "")} removed`
        : `${place}: ${describe(before)} removed`;
    case "replaced":
      return `${place}: ${describe(before)} replaced by ${describe(after)}`;
    case "reordered":
      return `${place}: in another order`;
  }
}

/** Whether the last word of the label says all that the value's description would. */
function isNamedBy(label: readonly string[], value: unknown): boolean {
  return label.length > 1 && label.at(-1) === identityOf(value);
}

function listOf(label: readonly string[]): string {
  return label.slice(0, -1).map(quoted).join(" › ");
}

/** A short form of a value: the value itself, or the identity of an object. */
function describe(value: unknown): string {
  if (typeof value === "string") return quoted(value);
  const identity = isObject(value) ? identityOf(value) : undefined;
  return quoted(identity ?? JSON.stringify(value) ?? "");
}
