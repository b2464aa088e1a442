import { statSync } from "node:fs";
import path from "node:path";
import { keyOfUnit, type UnitName } from "@analytics-engines/runs/browser";
import { UserError } from "@analytics-engines/runs/progress";

export { openComparedFolder } from "@analytics-engines/runs/review";

/**
 * Chooses a unit by its id, or by `PATH#UNIT`.
 * @param about what begins the message, such as the option that names the unit
 * @throws UserError if no unit has the name, or several files have one
 */
export function selectUnit<Entry>(
  entries: readonly Entry[],
  nameOf: (entry: Entry) => UnitName,
  { name, folder, about }: { readonly name: string; readonly folder: string; readonly about: string },
): Entry {
  const matches = entries.filter((entry) => nameOf(entry).unit === name || keyOfUnit(nameOf(entry)) === name);
  const [only, ...others] = matches;
  if (only === undefined) throw new UserError(`${about}${folder} has no unit ${name}. Name one as PATH#UNIT.`);
  if (others.length === 0) return only;
  const keys = matches.map((entry) => keyOfUnit(nameOf(entry))).join(", ");
  throw new UserError(`${about}several files have a unit ${name}. Name one of ${keys}.`);
}

/** Whether a name is that of a folder or of a manifest, and not of a result. */
export function isRunFolder(name: string): boolean {
  if (path.basename(name) === "manifest.json") return true;
  return statSync(name, { throwIfNoEntry: false })?.isDirectory() === true;
}
