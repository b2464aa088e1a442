import type { DocumentKind } from "./kinds.ts";

/** The parts of a JSON Schema that the editor itself looks at. */
export interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
}

/** Loads the schema of a kind, as it was packed. */
export type LoadSchema = (kind: DocumentKind) => Promise<unknown>;

/** The schemas, each loaded when a file of its kind is first looked at. */
export class Schemas {
  readonly #load: LoadSchema;
  readonly #known = new Map<DocumentKind, Promise<unknown>>();

  constructor(load: LoadSchema) {
    this.#load = load;
  }

  /** The schema as text, for a language service. */
  async text(kind: DocumentKind): Promise<string> {
    return JSON.stringify(await this.#get(kind));
  }

  async of(kind: DocumentKind): Promise<Schema> {
    const schema = await this.#get(kind);
    return isSchema(schema) ? schema : {};
  }

  #get(kind: DocumentKind): Promise<unknown> {
    const known = this.#known.get(kind) ?? this.#load(kind);
    this.#known.set(kind, known);
    return known;
  }
}

/** Schemas come from this package's own build: that they are objects is all there is to check. */
function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null;
}

/** The path with the names of properties as the schema spells them; names that it does not know stay as they are. */
export function spelledPath(schema: Schema, path: readonly (string | number)[]): (string | number)[] {
  let places: readonly Schema[] = [schema];
  return path.map((segment) => {
    const variants = places.flatMap((place) => place.oneOf ?? [place]);
    if (typeof segment === "number") {
      places = variants.flatMap(({ items }) => items ?? []);
      return segment;
    }
    const found = variants.flatMap(({ properties = {} }) => {
      const name = Object.keys(properties).find((known) => known.toLowerCase() === segment.toLowerCase());
      const place = name === undefined ? undefined : properties[name];
      return name === undefined || place === undefined ? [] : [{ name, place }];
    });
    if (found[0]) {
      places = found.map(({ place }) => place);
      return found[0].name;
    }
    places = variants.flatMap(({ additionalProperties }) =>
      typeof additionalProperties === "object" ? [additionalProperties] : [],
    );
    return segment;
  });
}
