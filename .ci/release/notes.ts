import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { packages, root } from "../steps.ts";

/** The changes of a version from the changelogs of all packages, as Markdown with a heading for each package. */
export function releaseNotes(version: string): string {
  return packages
    .map((name) => [name, path.join(root, "packages", name, "CHANGELOG.md")] as const)
    .filter(([, file]) => existsSync(file))
    .map(([name, file]) => [name, sectionOf(readFileSync(file, "utf8"), version)] as const)
    .filter(([, section]) => section !== "")
    .map(([name, section]) => `## ${name}\n\n${section}\n`)
    .join("\n");
}

/** The text between the heading of a version and the next heading of its level. */
export function sectionOf(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m).slice(1);
  const notes = sections.find((section) => section.split("\n", 1)[0]?.trim() === version);
  return notes?.slice(notes.indexOf("\n")).trim() ?? "";
}
