import { mkdir } from "node:fs/promises";
import path from "node:path";
import { createInside, readManifest } from "@analytics-engines/runs";
import { readObjects } from "../../git/objects.ts";
import { listTree } from "../../git/tree.ts";
import { refusal } from "../../github/api.ts";
import { findBaseline as findBaselineArtifacts } from "../../github/find-artifacts.ts";
import { Problem } from "../../github/problem.ts";
import type { Commits } from "../commits.ts";
import type { ReviewContext } from "../context.ts";
import { download } from "./find-runs.ts";
import { mergeRuns } from "./merge.ts";
import type { MergedRun } from "./merged-run.ts";

/** What the numbers are held against, or why there is nothing: a clause. */
export type Baseline =
  | { readonly run: MergedRun; readonly source: BaselineSource }
  | { readonly run: undefined; readonly why: string };

/** Where a baseline is from. `workflowRun` is the number of a run of this repository. */
export type BaselineSource =
  | { readonly kind: "artifact"; readonly workflowRun: number; readonly branch: string }
  | { readonly kind: "folder"; readonly folder: string };

const largestFile = 1_000_000_000;

/** Finds the baseline that the inputs ask for. None is no failure: the first review of a repository has none. */
export async function findBaseline(context: ReviewContext, commits: Commits, branch: string): Promise<Baseline> {
  const { baseline } = context.inputs;
  if (baseline === undefined) return { run: undefined, why: "no baseline was asked for" };
  if (baseline.kind === "folder") return readCommitted(context, commits.base, baseline.folder, branch);
  const { event, github } = context;
  if (github === undefined) throw new Problem("Input github-token is required for artifacts.");
  try {
    const found = await findBaselineArtifacts(github, { branch, pattern: baseline.name, except: event.run.id });
    if (found === undefined)
      return { run: undefined, why: `no successful run of ${branch} has an artifact ${baseline.name}` };
    const runs = await download(context, found.artifacts);
    const run = await mergeRuns(runs, path.join(context.temporary, "baseline"));
    return { run, source: { kind: "artifact", workflowRun: found.run, branch } };
  } catch (error) {
    throw refusal(error, "The baseline could not be read", "actions: read");
  }
}

/** Writes a committed run folder out of the base's commit: its manifest, and the results that it names. */
async function readCommitted(
  { git, temporary }: ReviewContext,
  commit: string,
  folder: string,
  branch: string,
): Promise<Baseline> {
  const root = path.posix.normalize(`${folder}/`).replace(/^\.\//, "");
  const listed = (await listTree(git, commit, root)).filter(({ isFile }) => isFile);
  const target = path.join(temporary, "committed");
  const write = async (names: ReadonlySet<string>) => {
    const wanted = listed.filter((file) => names.has(file.path.slice(root.length)));
    // Several files may have one content.
    const byObject = Map.groupBy(wanted, ({ id }) => id);
    await readObjects(git, [...byObject.keys()], largestFile, async (id, content) => {
      if (content === undefined) return;
      for (const file of byObject.get(id) ?? []) {
        await using created = await createInside(target, file.path.slice(root.length));
        await created.writeFile(content);
      }
    });
  };
  if (!listed.some((file) => file.path === `${root}manifest.json`))
    return { run: undefined, why: `there is no run in ${folder} on ${branch}` };
  await mkdir(target, { recursive: true });
  await write(new Set(["manifest.json"]));
  const manifest = await readManifest(target);
  await write(new Set(manifest.files.flatMap(({ units }) => units.flatMap(({ file }) => file ?? []))));
  return { run: { folder: target, manifest, missing: [] }, source: { kind: "folder", folder } };
}
