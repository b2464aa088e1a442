import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Metafile } from "esbuild";

/** A package with code in a bundle. */
interface BundledPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** The text of the license, if the package contains one. */
  readonly text?: string;
}

/** The licenses of the packages in bundles, as one text to distribute with the bundles. esbuild's descriptions name the packages. */
export function licensesOf(bundles: readonly { folder: string; inputs: Metafile["inputs"] }[]): string {
  const folders = new Set<string>();
  for (const { folder, inputs } of bundles) {
    for (const file of Object.keys(inputs)) {
      const installed = packageOf(path.join(folder, file));
      if (installed !== undefined) folders.add(installed);
    }
  }
  const packages = new Map([...folders].map(readPackage).map((each) => [`${each.name} ${each.version}`, each]));
  return [...packages]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([title, { license, text }]) => `${title} (${license})\n\n${text ?? "The package contains no text of it."}\n`)
    .join(`\n${"-".repeat(80)}\n\n`);
}

/** The folder of the installed package that a file belongs to. Undefined for our own files. */
function packageOf(file: string): string | undefined {
  const modules = `${path.sep}node_modules${path.sep}`;
  const at = file.lastIndexOf(modules);
  if (at < 0) return undefined;
  const [scope = "", name = ""] = file.slice(at + modules.length).split(path.sep);
  return path.join(file.slice(0, at + modules.length), scope, scope.startsWith("@") ? name : "");
}

function readPackage(folder: string): BundledPackage {
  const manifest = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  return {
    name: manifest.name,
    version: manifest.version,
    license: licenseOf(manifest),
    ...(file !== undefined && { text: readFileSync(path.join(folder, file), "utf8").replaceAll("\r\n", "\n").trim() }),
  };
}

/** Old packages name the license as an object or a list of objects. @throws Error for a package that names none: nobody may distribute it */
function licenseOf(manifest: { name: string; license?: License; licenses?: License[] }): string {
  const licenses = (manifest.licenses ?? [manifest.license]).map((each) =>
    typeof each === "object" ? each.type : each,
  );
  const text = licenses.filter((each) => each !== undefined).join(" or ");
  if (text === "") throw new Error(`The package ${manifest.name} names no license. Leave it out of the bundles.`);
  return text;
}

type License = string | { readonly type?: string };
