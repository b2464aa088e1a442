// Writes the models of the shapes after a change of the schemas of families or of other files:
// `node --conditions=source .ci/generate/write-shapes.ts`, then `biome check --write` on them.
import { writeFileSync } from "node:fs";
import { deriveFileModels, deriveShapes, modelsText } from "./derive-shapes.ts";

const folder = new URL("../../packages/core/src/parameters/shapes/", import.meta.url);
const { roots, models, variants } = deriveShapes();

const text = `// Written by write-shapes.ts from the families' schemas: do not edit.

/** The type of a whole document of each kind. */
export const roots = ${JSON.stringify(roots)};

/**
 * The objects, as \`MODEL: NAME TYPE; ...\`: the property \`NAME\` is required, \`NAME?\` is not. \`shape.ts\` reads them, and the notation of the
 * types.
 */
export const MODELS = \`
${modelsText(models)}
\`;

/** The objects that have several forms, and the property that says which form it is. */
export const variants: Readonly<Record<string, { readonly by: string; readonly of: readonly string[] }>> = ${JSON.stringify(variants)};
`;
writeFileSync(new URL("models.ts", folder), text);

const fileText = `// Written by write-shapes.ts from the schemas of the files that are no requests: do not edit.

/** The objects in the files that users write beside parameter files, in the notation of models.ts. */
export const FILE_MODELS = \`
${modelsText(deriveFileModels())}
\`;
`;
writeFileSync(new URL("file-models.ts", folder), fileText);
