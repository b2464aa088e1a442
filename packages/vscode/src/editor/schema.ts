/** The parts of a JSON Schema that the editor reads. */
export interface EditorSchema {
  readonly properties?: Readonly<Record<string, EditorSchema>>;
  readonly additionalProperties?: EditorSchema | boolean;
  readonly items?: EditorSchema;
  readonly oneOf?: readonly EditorSchema[];
}

/** Spells the property names of a path as the schema does. Unknown names stay unchanged. */
export function spelledPath(schema: EditorSchema, path: readonly (string | number)[]): (string | number)[] {
  let places: readonly EditorSchema[] = [schema];
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
