import { byLowerCase, type ObjectShape, type Shape } from "../shapes/shape.ts";

/** The types that a cell can be read as. */
export const cellTypes = ["text", "number", "boolean", "json"] as const;
export type CellType = (typeof cellTypes)[number];

const text: Shape = { kind: "string", nullable: false };
/** Its form is checked apart. */
const any: Shape = { kind: "any", nullable: false };

const cell = objectOf({
  column: text,
  "type?": { ...text, values: byLowerCase(cellTypes) },
  "optional?": { kind: "boolean", nullable: false },
});

/** A sweep, as the checker of parameter files walks it. `families/sweep.ts` says the same with descriptions, for editors. */
export const sweepShape: ObjectShape = objectOf({
  template: any,
  rows: any,
  id: text,
  "fill?": { kind: "map", values: { kind: "either", object: cell, nullable: false }, nullable: false },
  "exclude?": text,
});

/** @param written the names of optional properties end in `?` */
function objectOf(written: Readonly<Record<string, Shape>>): ObjectShape {
  const properties = new Map(Object.entries(written).map(([name, shape]) => [name.replace("?", ""), shape]));
  const required = Object.keys(written).filter((name) => !name.endsWith("?"));
  // Unlike those of the service, names in another letter case are mistakes.
  return { kind: "object", properties, names: new Map(), required, nullable: false };
}
