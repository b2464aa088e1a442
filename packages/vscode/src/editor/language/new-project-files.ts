import { type FamilyId, isObject } from "@analytics-engines/core/basics";
import { newParameterText } from "./new-file.ts";
import { hasUnits } from "./text/kinds.ts";

/** The place of the parameters that the rows of a new sweep fill: the account, or the security of a family without accounts. */
const filledPlaces: Readonly<Record<FamilyId, string>> = {
  pa: "/accounts/0/id",
  spar: "/accounts/0/id",
  vault: "/account/id",
  pub: "/account/id",
  quant: "/universe/identifiers/0",
  fi: "/securities/0/symbol",
  fiab: "/account/id",
  afi: "/account/id",
  axp: "/account/id",
  bpm: "/account/id",
  fpo: "/account/id",
  npo: "/account/id",
};

/** The texts of a new sweep and of the CSV file with its rows. */
export interface NewSweep {
  readonly sweep: string;
  readonly rows: string;
}

/** A sweep without errors that has the usual parameters of a family in it, and one row. @param rowsName the name of the CSV file */
export function newSweep(family: FamilyId, rowsName: string): NewSweep {
  const place = filledPlaces[family];
  const [column, example] = /identifiers|symbol/.test(place) ? ["security", "ALDR"] : ["account", "Client:/NAME.ACCT"];
  const sweep = {
    template: templateOf(family),
    rows: rowsName,
    id: "{name}",
    fill: { [place]: `{${column}}` },
  };
  return { sweep: jsonText(sweep), rows: `name,${column}\nfirst,${example}\n` };
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
