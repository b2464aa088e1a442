// Writes models.ts after a change of the families' schemas:
// `node --conditions=source packages/core/src/parameters/shapes/write-shapes.ts`, then `biome check --write` on it.
import { writeFileSync } from "node:fs";
import { currentShapes } from "./source.ts";

const { roots, models, variants } = currentShapes();

const text = `// Written by write-shapes.ts from the families' schemas: do not edit.

/** The type of a whole document of each kind. */
export const roots = ${JSON.stringify(roots)};

/** The objects: \`name\` is required, \`name?\` is not. \`shape.ts\` reads the notation of the types. */
export const models: Readonly<Record<string, Readonly<Record<string, string>>>> = ${JSON.stringify(models)};

/** The objects told apart by a property. */
export const variants: Readonly<Record<string, { readonly by: string; readonly of: readonly string[] }>> = ${JSON.stringify(variants)};
`;
writeFileSync(new URL("models.ts", import.meta.url), text);
