import fc from "fast-check";
import type { Shape } from "../../../src/parameters/shapes/shape.ts";

/** For property tests: values of a shape, in any letter case, most of them right. */
export function arbitraryOf(shape: Shape): fc.Arbitrary<unknown> {
  const value = plain(shape);
  const nullable = shape.nullable ? fc.oneof({ arbitrary: value, weight: 9 }, fc.constant(null)) : value;
  return fc.oneof({ arbitrary: nullable, weight: 60 }, { arbitrary: fc.jsonValue({ maxDepth: 2 }), weight: 1 });
}

function plain(shape: Shape): fc.Arbitrary<unknown> {
  switch (shape.kind) {
    case "string":
      return shape.values ? fc.constantFrom(...shape.values.values()).chain(anyCase) : fc.string({ maxLength: 4 });
    case "number":
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case "integer":
      return fc.oneof(fc.integer(), fc.constant(1.5));
    case "boolean":
      return fc.boolean();
    case "any":
      return fc.jsonValue({ maxDepth: 1 });
    case "anyObject":
      return fc.dictionary(fc.string({ maxLength: 3 }), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 2 });
    case "list":
      return fc.array(arbitraryOf(shape.items), { maxLength: 2 });
    case "map":
      return fc.dictionary(fc.oneof(fc.string({ maxLength: 3 }), fc.constant("__proto__")), arbitraryOf(shape.values), {
        maxKeys: 2,
      });
    case "either":
      return fc.oneof(fc.string({ maxLength: 4 }), arbitraryOf(shape.object));
    case "variants":
      return fc.constantFrom(...shape.cases.values()).chain(arbitraryOf);
    case "object": {
      const members = Array.from(shape.properties, ([name, inner]) =>
        fc.tuple(anyCase(name), arbitraryOf(inner), presence(shape.required.includes(name))),
      );
      const stray = fc.tuple(
        fc.string({ maxLength: 3 }),
        fc.jsonValue({ maxDepth: 1 }),
        fc.integer({ min: 0, max: 40 }).map((n) => n === 0),
      );
      return fc
        .tuple(...members, stray)
        .map((all) =>
          Object.fromEntries(all.filter(([, , isPresent]) => isPresent).map(([name, inner]) => [name, inner])),
        );
    }
  }
}

function presence(required: boolean): fc.Arbitrary<boolean> {
  return required ? fc.integer({ min: 0, max: 40 }).map((n) => n > 0) : fc.boolean();
}

function anyCase(word: string): fc.Arbitrary<string> {
  return fc.constantFrom(word, word, word, word.toLowerCase(), word.toUpperCase());
}
