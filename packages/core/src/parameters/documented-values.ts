import { documentFields } from "../families/fields.ts";
import type { JsonPath } from "../json/value.ts";
import { valueLists } from "./rules/values.ts";
import { type DocumentKind, payloadShape } from "./shapes/shape.ts";

/** How many segments of a path come before the payload. */
const envelopeDepth = { root: 0, data: 1, units: 2 } as const;

/**
 * The documented values of a text that the models do not restrict, in the service's spelling; none if there is no such list.
 * @param path the path of the text in the file, with the model's names
 */
export function documentedValues(kind: DocumentKind, path: JsonPath): readonly string[] {
  const inner = path.slice(envelopeDepth[payloadShape(kind).place]);
  const field = documentFields[kind].values.find(
    ({ path: way }) =>
      way.length === inner.length && way.every((segment, index) => segment === "*" || segment === inner[index]),
  );
  return field === undefined ? [] : valueLists[field.list].values();
}
