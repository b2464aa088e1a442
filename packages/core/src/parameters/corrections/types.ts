import { childrenAt } from "../../json/text.ts";
import { isObject } from "../../json/value.ts";
import { type FixMaker, quoteValue, replace } from "../issues/fixes.ts";
import type { Shape } from "../shapes/shape.ts";
import { quoted } from "../text/words.ts";
import { numbersMeant } from "./meanings.ts";

/** Another value, as JSON writes it, for one of the wrong type. */
interface Conversion {
  readonly title: string;
  readonly json: (source: string) => string;
}

/** The fixes that give a value the type that is needed, without a change of its meaning, the likeliest first. */
export function fixesOfType(value: unknown, shape: Shape): FixMaker[] {
  if (shape.kind === "string" && (typeof value === "number" || typeof value === "boolean")) return [quoteValue];
  return conversions(value, shape).map(({ title, json }): FixMaker => {
    return ({ start, end }, text) => ({
      title,
      safe: false,
      edits: [replace(start, end, json(text.slice(start, end)))],
    });
  });
}

function conversions(value: unknown, shape: Shape): Conversion[] {
  switch (shape.kind) {
    case "list":
      return toList(value, shape.items);
    case "number":
    case "integer":
      return typeof value === "string" ? toNumber(value, shape.kind === "integer") : takenOut(value, shape);
    case "boolean":
      return typeof value === "string" || typeof value === "number" ? toBoolean(value) : takenOut(value, shape);
    case "string":
      return takenOut(value, shape);
    default: {
      const items = takenOut(value, shape);
      return items.length > 0 ? items : toObject(value, shape);
    }
  }
}

function toNumber(text: string, mustBeInteger: boolean): Conversion[] {
  return numbersMeant(text)
    .filter((number) => !mustBeInteger || Number.isInteger(Number(number)))
    .map((number) => ({
      title: number === text ? "Remove the quotes" : `Change to ${quoted(number)}`,
      json: () => number,
    }));
}

function toBoolean(value: string | number): Conversion[] {
  const word = String(value).trim().toLowerCase();
  const json = word === "1" ? "true" : word === "0" ? "false" : word;
  if (json !== "true" && json !== "false") return [];
  return [{ title: `Change to ${quoted(json)}`, json: () => json }];
}

/** A list with the value, or with the parts of a text between its commas. */
function toList(value: unknown, items: Shape): Conversion[] {
  if (value === null || Array.isArray(value)) return [];
  if (typeof value === "string" && items.kind === "string" && value.includes(",")) {
    const parts = value.split(",").flatMap((part) => part.trim() || []);
    const json = `[${parts.map((part) => JSON.stringify(part)).join(", ")}]`;
    return [{ title: `Make it a list of ${parts.length}`, json: () => json }, inList((source) => source)];
  }
  if (hasType(value, items)) return [inList((source) => source)];
  return conversions(value, items).map(({ json }) => inList(json));
}

function inList(item: (source: string) => string): Conversion {
  return { title: "Put it into a list", json: (source) => `[${item(source)}]` };
}

/** The one item of a list in which it does not belong. */
function takenOut(value: unknown, shape: Shape): Conversion[] {
  if (!Array.isArray(value) || value.length !== 1 || !hasType(value[0], shape)) return [];
  const only = (source: string) => {
    const [[, place] = []] = childrenAt(source, 0);
    return place === undefined ? source : source.slice(place.start, place.end);
  };
  return [{ title: "Take it out of the list", json: only }];
}

/** An object with the value as its id, or as the only member that it must have. */
function toObject(value: unknown, shape: Shape): Conversion[] {
  if (shape.kind !== "object" || value === null || isObject(value)) return [];
  const [required = "", ...others] = shape.required;
  const name = shape.properties.get("id")?.kind === "string" ? "id" : required;
  const member = shape.properties.get(name);
  if (member === undefined || (name !== "id" && others.length > 0)) return [];
  const conversion = hasType(value, member) ? { json: (source: string) => source } : conversions(value, member)[0];
  if (conversion === undefined) return [];
  const title = `Make it an object with this \`${name}\``;
  return [{ title, json: (source) => `{ "${name}": ${conversion.json(source)} }` }];
}

function hasType(value: unknown, { kind }: Shape): boolean {
  if (kind === "list") return Array.isArray(value);
  if (kind === "integer") return Number.isInteger(value);
  if (kind === "string" || kind === "number" || kind === "boolean") return typeof value === kind;
  return kind === "any" || isObject(value);
}
