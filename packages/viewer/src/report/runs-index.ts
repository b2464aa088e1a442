import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import path from "node:path";
import { isolated, messageOf, visible } from "@analytics-engines/core/basics";
import { countRun, type Manifest, readManifest } from "@analytics-engines/runs";
import { runHeading } from "@analytics-engines/runs/browser";
import { replaceFile } from "@analytics-engines/runs/files";
import { UserError } from "@analytics-engines/runs/host";
import { runFacts } from "../run/head/run-head-facts.ts";
import { statusOrder, statusText } from "../run/status-text.ts";
import { countOf } from "../text.ts";
import { htmlHead } from "./html-head.ts";
import { INDEX_STYLE } from "./runs-index-style.ts";

/** A run of an index, or a run folder that cannot be read. */
type Listed = { readonly folder: string } & (
  | { readonly manifest: Manifest; readonly hasReport: boolean }
  | { readonly problem: string }
);

/** A written index. */
export interface WrittenIndex {
  /** The page. */
  readonly file: string;
  readonly runs: number;
  /** Why run folders could not be read, in sentences. */
  readonly problems: readonly string[];
}

/**
 * Writes one page that lists runs: their status, counts, provenance and a link to the `report.html` of each. The links are relative to the
 * page. The page has no script and loads nothing. A run folder that cannot be read is listed with the reason.
 *
 * @param folders the run folders
 * @param out the page; its folder must exist
 * @param from the folder of the page when it is opened; by default where it is written
 */
export async function writeRunsIndex(
  folders: readonly string[],
  out: string,
  from = path.dirname(path.resolve(out)),
): Promise<WrittenIndex> {
  const file = path.resolve(out);
  const listed = await Promise.all(folders.map((folder) => readRun(path.resolve(folder))));
  listed.sort((one, other) => rankOf(one) - rankOf(other) || (nameOf(one) < nameOf(other) ? -1 : 1));
  await replaceFile(path.dirname(file), path.basename(file), [pageOf(listed, from)]);
  return {
    file,
    runs: listed.length,
    problems: listed.flatMap((run) => ("problem" in run ? [`${run.folder}: ${run.problem}`] : [])),
  };
}

async function readRun(folder: string): Promise<Listed> {
  try {
    const manifest = await readManifest(folder);
    const report = await stat(path.join(folder, "report.html")).catch(() => undefined);
    return { folder, manifest, hasReport: report?.isFile() === true };
  } catch (error) {
    return { folder, problem: error instanceof UserError ? error.message : messageOf(error) };
  }
}

/** The order of the index: runs that need attention come first. */
function rankOf(run: Listed): number {
  return "problem" in run ? -1 : statusOrder.indexOf(run.manifest.status);
}

function nameOf(run: Listed): string {
  return "problem" in run ? path.basename(run.folder) : runHeading(run.manifest);
}

function pageOf(runs: readonly Listed[], from: string): string {
  const hash = createHash("sha256").update(INDEX_STYLE).digest("base64");
  const manifests = runs.flatMap((run) => ("problem" in run ? [] : [run.manifest]));
  const counts = manifests.map(countRun);
  const sum = (of: (one: ReturnType<typeof countRun>) => number) => counts.reduce((total, one) => total + of(one), 0);
  const failed = runs.length - manifests.filter(({ status }) => status === "success").length;
  const total = [
    countOf(runs.length, "run"),
    ...(failed === 0 ? [] : [`${failed} not successful`]),
    `${sum(({ succeeded }) => succeeded)} of ${countOf(
      sum(({ units }) => units),
      "unit",
    )} succeeded`,
  ];
  const head = htmlHead("Analytics runs", [`style-src 'sha256-${hash}'`], `<style>${INDEX_STYLE}</style>\n`);
  return `${head}<body>
<main>
<h1>Analytics runs</h1>
<p>${total.join(" · ")}</p>
<ul>
${runs.map((run) => `<li>${itemOf(run, from)}</li>\n`).join("")}</ul>
</main>
</body>
</html>
`;
}

function itemOf(run: Listed, from: string): string {
  const name = escapeHtml(isolated(nameOf(run)));
  if ("problem" in run)
    return `<h2 class="failure">${name}: cannot be read</h2><p>${escapeHtml(visible(run.problem))}</p>`;
  const { manifest, folder, hasReport } = run;
  const { files, units, succeeded, failed, warnings } = countRun(manifest);
  const counts = [
    statusText(manifest.status),
    `${succeeded} of ${countOf(units, "unit")} in ${countOf(files, "file")} succeeded`,
    ...(failed === 0 ? [] : [`${failed} did not`]),
    ...(warnings === 0 ? [] : [countOf(warnings, "warning")]),
  ];
  const heading = hasReport ? `<a href="${linkTo(path.join(folder, "report.html"), from)}">${name}</a>` : name;
  const facts = runFacts(manifest)
    .filter((fact) => fact.name !== "State" && fact.name !== "Tool")
    .map(({ name: fact, parts }) => `<div><dt>${fact}</dt><dd>${parts.map(partOf).join("")}</dd></div>`);
  return `<h2 class="${manifest.status}">${heading}</h2><p>${counts.join(" · ")}</p><dl>${facts.join("")}</dl>`;
}

function partOf({ text, url }: ReturnType<typeof runFacts>[number]["parts"][number]): string {
  const safeText = escapeHtml(visible(text));
  return url === undefined ? safeText : `<a href="${escapeHtml(url)}" rel="noreferrer">${safeText}</a>`;
}

/** A relative address. Each name in it is encoded, so that none is read as a scheme or markup. */
function linkTo(file: string, from: string): string {
  return path.relative(from, file).split(path.sep).map(encodeURIComponent).join("/");
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
