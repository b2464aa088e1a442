import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { packages, root } from "../steps.ts";

/** What the changelogs of the packages say of a version, as Markdown: a heading a package. */
export function releaseNotes(version: string): string {
  return packages
    .map((name) => [name, path.join(root, "packages", name, "CHANGELOG.md")] as const)
    .filter(([, file]) => existsSync(file))
    .map(([name, file]) => [name, sectionOf(readFileSync(file, "utf8"), version)] as const)
    .filter(([, section]) => section !== "")
    .map(([name, section]) => `## ${name}\n\n${section}\n`)
    .join("\n");
}

/** The text between the heading of a version and the next of its level. */
export function sectionOf(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m).slice(1);
  const found = sections.find((section) => section.split("\n", 1)[0]?.trim() === version);
  return found?.slice(found.indexOf("\n")).trim() ?? "";
}
