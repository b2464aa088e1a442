// Writes what core and runs export, one page for each entry, to `dist/api` of each package, which is published with it. The comments in the
// sources are its text. `write.mjs FOLDER` writes to FOLDER/core and FOLDER/runs instead.
import path from "node:path";
import { Application, ReflectionKind, TSConfigReader, TypeDocReader } from "typedoc";
import { publicEntries } from "../../build/entries.ts";
import { root } from "../../steps.ts";

const [folder] = process.argv.slice(2);
for (const name of ["core", "runs"]) {
  const to = folder === undefined ? path.join(root, "packages", name, "dist/api") : path.join(folder, name);
  if (!(await writePages(name, to))) process.exit(1);
}
process.exit(0);

/** Writes the pages of one package. Resolves to whether it succeeded. */
async function writePages(name, to) {
  const entries = publicEntries(name).filter(({ file }) => file.endsWith(".ts"));
  const application = await Application.bootstrapWithPlugins(
    {
      options: path.join(import.meta.dirname, "typedoc.json"),
      name: `@analytics-engines/${name}`,
      entryPoints: entries.map(({ file }) => path.join(root, file)),
      basePath: root,
      outputs: [{ name: "markdown", path: to }],
      logLevel: "Warn",
    },
    [new TypeDocReader(), new TSConfigReader()],
  );
  const project = await application.convert();
  if (project === undefined) return false;
  for (const module of project.children ?? []) {
    // TypeDoc names a module after its source. A page has the name that an import has.
    const entry = entries.find(({ file }) => file.replace(/(\/index)?\.ts$/, "") === module.name);
    if (entry !== undefined) module.name = entry.name.replace("@analytics-engines/", "");
  }
  for (const parameter of project.getReflectionsByKind(ReflectionKind.Parameter)) {
    // A parameter that the source takes apart has no name there.
    if (parameter.name === "__namedParameters") parameter.name = nameOf(parameter);
  }
  await application.generateOutputs(project);
  return !application.logger.hasErrors();
}

/** By its type if that has a name: `manifest` for a `Manifest`. */
function nameOf({ type, flags }) {
  if (flags.isRest) return "args";
  if (type?.type !== "reference" || type.name.endsWith("Options")) return "options";
  return type.name[0].toLowerCase() + type.name.slice(1);
}
