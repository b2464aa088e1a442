import type { DocumentKind } from "../../families/families.ts";
import { FILE_MODELS } from "./file-models.ts";
import { MODELS, roots, variants } from "./models.ts";

export type { DocumentKind } from "../../families/families.ts";

/** What a value may be: a family's schema without its documentation, in the form the checker walks. */
export type Shape =
  | ScalarShape
  | ObjectShape
  | MapShape
  | ListShape
  | VariantsShape
  | EitherShape
  | AnyObjectShape
  | AnyShape;

interface Nullable {
  readonly nullable: boolean;
}
export interface ScalarShape extends Nullable {
  readonly kind: "string" | "number" | "integer" | "boolean";
  /** The allowed values in the model's spelling, by their lower case; absent if any text is allowed. */
  readonly values?: ReadonlyMap<string, string>;
}
export interface ObjectShape extends Nullable {
  readonly kind: "object";
  readonly properties: ReadonlyMap<string, Shape>;
  /** The properties' names by their lower case. */
  readonly names: ReadonlyMap<string, string>;
  readonly required: readonly string[];
}
export interface MapShape extends Nullable {
  readonly kind: "map";
  readonly values: Shape;
}
export interface ListShape extends Nullable {
  readonly kind: "list";
  readonly items: Shape;
}
/** One of several objects; a property of the object says which one. */
export interface VariantsShape extends Nullable {
  readonly kind: "variants";
  readonly by: string;
  readonly cases: ReadonlyMap<string, ObjectShape>;
}
/** A text or an object. */
interface EitherShape extends Nullable {
  readonly kind: "either";
  readonly object: Shape;
}
interface AnyObjectShape extends Nullable {
  readonly kind: "anyObject";
}
interface AnyShape extends Nullable {
  readonly kind: "any";
}

const compiled = new Map<string, Shape>();

/** The shape of a whole document of a kind, created at the first call. */
export function shapeOf(kind: DocumentKind): Shape {
  return parseType(roots[kind]);
}

/** Every kind, families first. */
export const documentKinds = Object.keys(roots) as readonly DocumentKind[];

/** The object that says what to compute, and its place: it is the root, or `data`, or each unit in `data`. */
interface Payload {
  readonly location: "root" | "data" | "units";
  readonly shape: ObjectShape;
}

/** The payload of a kind of document. */
export function payloadShape(kind: DocumentKind): Payload {
  const root = shapeOf(kind);
  if (root.kind !== "object") throw new Error(`The root of ${kind} is no object`);
  const data = root.properties.get("data");
  if (data?.kind === "map" && data.values.kind === "object") return { location: "units", shape: data.values };
  return data?.kind === "object" ? { location: "data", shape: data } : { location: "root", shape: root };
}

/**
 * Reads the notation of `models.ts`: `string`, `MODEL`, `'a'|'b'`, `string|MODEL`, `TYPE[]`, `map<TYPE>`, and `TYPE?` if the value may be
 * null.
 */
function parseType(type: string): Shape {
  const compiledShape = compiled.get(type);
  if (compiledShape) return compiledShape;
  const shape = makeShape(type);
  compiled.set(type, shape);
  return shape;
}

function makeShape(type: string): Shape {
  const nullable = false;
  if (type.endsWith("?")) return { ...parseType(type.slice(0, -1)), nullable: true };
  if (type.endsWith("[]")) return { kind: "list", items: parseType(type.slice(0, -2)), nullable };
  if (type.startsWith("map<")) return { kind: "map", values: parseType(type.slice(4, -1)), nullable };
  if (type.startsWith("'")) return { kind: "string", values: byLowerCase(type.slice(1, -1).split("'|'")), nullable };
  if (type.startsWith("string|")) return { kind: "either", object: parseType(type.slice("string|".length)), nullable };
  switch (type) {
    case "string":
    case "number":
    case "integer":
    case "boolean":
    case "any":
      return { kind: type, nullable };
    case "object":
      return { kind: "anyObject", nullable };
  }
  const cases = variants[type];
  return cases ? variantsShape(cases) : objectShape(type);
}

function objectShape(name: string): ObjectShape {
  const properties = new Map<string, Shape>();
  const required: string[] = [];
  for (const [written, type] of modelProperties(name)) {
    const optional = written.endsWith("?");
    const property = optional ? written.slice(0, -1) : written;
    properties.set(property, parseType(type));
    if (!optional) required.push(property);
  }
  return { kind: "object", properties, names: byLowerCase([...properties.keys()]), required, nullable: false };
}

/** The text of each model by its name, without the line breaks. */
const texts = new Map(textsOf(MODELS));

function textsOf(all: string): [name: string, text: string][] {
  return all.split(/\n(?! )/).map((text) => {
    const [name = "", ...rest] = text.replaceAll("\n ", "").split(":");
    return [name, rest.join(":")];
  });
}

/** The shape of a file that users write beside parameter files. A bundle that reads only requests does without these models. */
export function shapeOfFile(name: "checks" | "project" | "sweep"): Shape {
  for (const [model, text] of textsOf(FILE_MODELS)) texts.set(model, text);
  return parseType(`${name}Root`);
}

/** The properties of a model: each name as `models.ts` writes it, with its type. */
export function modelProperties(name: string): [written: string, type: string][] {
  const text = texts.get(name);
  if (text === undefined) throw new Error(`No model ${name} among the shapes`);
  return Array.from(text.matchAll(/ (\S+) ([^;]+);/g), ([, written = "", type = ""]) => [written, type]);
}

function variantsShape({ by, of }: { readonly by: string; readonly of: readonly string[] }): VariantsShape {
  const cases = new Map<string, ObjectShape>();
  for (const name of of) {
    const variant = objectShape(name);
    const discriminator = variant.properties.get(by);
    const names = discriminator?.kind === "string" ? [...(discriminator.values?.values() ?? [])] : [];
    for (const value of names) cases.set(value, variant);
  }
  return { kind: "variants", by, cases, nullable: false };
}

/** Words by their lower case. */
export function byLowerCase(words: readonly string[]): ReadonlyMap<string, string> {
  return new Map(words.map((word) => [word.toLowerCase(), word]));
}
