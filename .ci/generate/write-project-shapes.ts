// Writes the models of the shapes of the project file, after a change of its schema:
// `node --conditions=source .ci/generate/write-project-shapes.ts`.
import { writeFileSync } from "node:fs";
import { deriveProjectShapes, modelsText } from "./derive-shapes.ts";

const { roots, models } = deriveProjectShapes();
const rootList = Object.entries(roots).map(([name, model]) => `${name}: "${model}"`);
const text = `// Written by write-project-shapes.ts from the schema of the project file: do not edit.

/** The type of the project file. */
export const projectRoots = { ${rootList.join(", ")} };

/** The objects in them, in the notation of models.ts. */
export const projectModels = \`
${modelsText(models)}
\`;
`;
writeFileSync(new URL("../../packages/core/src/parameters/shapes/project-models.ts", import.meta.url), text);
