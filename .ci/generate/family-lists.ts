import {
  componentFamilyIds,
  documentFamilyIds,
  families,
  familyIds,
  templateKinds,
  templateRequests,
} from "../../packages/core/src/basics.ts";

/** The files in JSON with lists of families: the manifest of the extension. */
export const filesWithLists = ["packages/vscode/package.json"];

const templates = templateKinds.map((kind) => templateRequests[kind].name);
const quoted = (values: readonly string[], gap: string) => values.map((value) => `"${value}"`).join(`,${gap}`);

/** All families, or those whose documents the service lists, or those with components: the smallest group that has the listed families. */
function groupOf(list: string): readonly string[] {
  const listed = list.match(/[a-z]+/g) ?? [];
  const groups: readonly (readonly string[])[] = [componentFamilyIds, documentFamilyIds];
  return groups.find((group) => listed.every((id) => group.includes(id))) ?? familyIds;
}

/** A text in JSON with its lists of families, of their titles and of the files of all kinds brought up to date. */
export function withLists(text: string): string {
  const patterns = [...familyIds, ...familyIds.map((id) => `${id}.sweep`), ...templates].map(
    (name) => `*.${name}.json`,
  );
  const titles = familyIds.map((id) => families[id].title);
  const created = templates.filter((name) => !name.endsWith("-update"));
  return text
    .replace(/"\*\.pa\.json",(\s+)[^\]]*"(?=\s*\])/g, (_, gap: string) => quoted(patterns, gap))
    .replace(/"pa",(\s+)"spar"[^\]]*"(?=\s*\])/g, (list, gap: string) => quoted(groupOf(list), gap))
    .replace(/"Portfolio Analysis",(\s+)[^\]]*"(?=\s*\])/g, (_, gap: string) => quoted(titles, gap))
    .replace(/\bpa([,|])spar\b[a-z,|]*/g, (list, sign: string) => groupOf(list).join(sign))
    .replace(/\blinked-template\|[a-z|-]+/g, created.join("|"));
}
