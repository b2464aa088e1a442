import { type FamilyId, fromPointer, isObject, property } from "@analytics-engines/core/basics";
import { newParameterText } from "./new-file.ts";
import { hasUnits } from "./text/kinds.ts";

/** What the rows of a new sweep fill in the parameters of its family: the account, or the security where there is none. */
const fillablePlaces = ["/accounts/0/id", "/account/id", "/universe/identifiers/0", "/securities/0/symbol"] as const;

/** The texts of a new sweep and of the CSV file with its rows. */
export interface NewSweep {
  readonly sweep: string;
  readonly rows: string;
}

/** A sweep without errors that has the usual parameters of a family in it, and one row. @param rowsName the name of the CSV file */
export function newSweep(family: FamilyId, rowsName: string): NewSweep {
  const template = templateOf(family);
  const place = fillablePlaces.find((pointer) => hasText(template, pointer));
  if (place === undefined) throw new Error(`the parameters of ${family} name neither an account nor a security`);
  const [column, example] = /identifiers|symbol/.test(place) ? ["security", "ALDR"] : ["account", "Client:/NAME.ACCT"];
  const sweep = {
    template,
    rows: rowsName,
    id: "{name}",
    fill: { [place]: `{${column}}` },
  };
  return { sweep: jsonText(sweep), rows: `name,${column}\nfirst,${example}\n` };
}

function hasText(value: unknown, pointer: string): boolean {
  const target = (fromPointer(pointer) ?? []).reduce<unknown>(
    (part, name) => (Array.isArray(part) ? part[Number(name)] : property(part, name)),
    value,
  );
  return typeof target === "string";
}

/** The parameters of one unit, without the names around them. */
function templateOf(family: FamilyId): unknown {
  const request: unknown = JSON.parse(newParameterText(family));
  const data = isObject(request) && "data" in request ? request["data"] : request;
  return hasUnits(family) && isObject(data) ? data["unit"] : data;
}

/** A checks file without errors that demands of each result what every result has. */
export function newChecksText(): string {
  return jsonText({ checks: [{ rowCount: { min: 1 }, because: "A result has rows." }] });
}

/** A project file without errors, with a set of all parameter files. */
export function newProjectText(): string {
  return jsonText({ sets: { nightly: {} } });
}

function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
