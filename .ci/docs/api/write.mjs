// Writes docs/reference/api: what core and runs export, one page for each entry. The comments in the sources are its text.
import path from "node:path";
import { Application, ReflectionKind, TSConfigReader, TypeDocReader } from "typedoc";
import { publicEntries } from "../../entries.ts";
import { root } from "../../steps.ts";

const entries = ["core", "runs"].flatMap((name) => publicEntries(name)).filter(({ file }) => file.endsWith(".ts"));
const application = await Application.bootstrapWithPlugins(
  {
    options: path.join(import.meta.dirname, "typedoc.json"),
    entryPoints: entries.map(({ file }) => path.join(root, file)),
    basePath: root,
    outputs: [{ name: "markdown", path: path.join(root, "docs/reference/api") }],
    logLevel: "Warn",
  },
  [new TypeDocReader(), new TSConfigReader()],
);
const project = await application.convert();
for (const module of project?.children ?? []) {
  // TypeDoc names a module after its source. A page has the name that an import has.
  const entry = entries.find(({ file }) => file.replace(/(\/index)?\.ts$/, "") === module.name);
  if (entry !== undefined) module.name = entry.name.replace("@analytics-engines/", "");
}
for (const parameter of project?.getReflectionsByKind(ReflectionKind.Parameter) ?? []) {
  // A parameter that the source takes apart has no name there.
  if (parameter.name === "__namedParameters") parameter.name = nameOf(parameter);
}
if (project !== undefined) await application.generateOutputs(project);
process.exit(project === undefined || application.logger.hasErrors() ? 1 : 0);

/** By its type if that has a name: `manifest` for a `Manifest`. */
function nameOf({ type, flags }) {
  if (flags.isRest) return "args";
  if (type?.type !== "reference" || type.name.endsWith("Options")) return "options";
  return type.name[0].toLowerCase() + type.name.slice(1);
}
