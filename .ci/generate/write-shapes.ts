// Writes the models of the shapes after a change of the families' schemas:
// `node --conditions=source .ci/generate/write-shapes.ts`, then `biome check --write` on it.
import { writeFileSync } from "node:fs";
import { deriveShapes, modelsText } from "./derive-shapes.ts";

const { roots, fileRoots, models, variants } = deriveShapes();

const text = `// Written by write-shapes.ts from the families' schemas: do not edit.

/** The type of a whole document of each kind. */
export const roots = ${JSON.stringify(roots)};

/** The type of each other file that users write. */
export const fileRoots = ${JSON.stringify(fileRoots)};

/**
 * The objects, as \`MODEL: NAME TYPE; ...\`: the property \`NAME\` is required, \`NAME?\` is not. \`shape.ts\` reads them, and the notation of the
 * types.
 */
export const models = \`
${modelsText(models)}
\`;

/** The objects that have several forms, and the property that says which form it is. */
export const variants: Readonly<Record<string, { readonly by: string; readonly of: readonly string[] }>> = ${JSON.stringify(variants)};
`;
writeFileSync(new URL("../../packages/core/src/parameters/shapes/models.ts", import.meta.url), text);
