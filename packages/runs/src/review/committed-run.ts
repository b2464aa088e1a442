import path from "node:path";
import { makeFolders } from "../files/disk.ts";
import { createInside } from "../files/inside.ts";
import { readManifest } from "../folder/manifest/manifest-file.ts";
import type { Git } from "../git/git.ts";
import { readObjects } from "../git/objects.ts";
import { listTree } from "../git/tree.ts";
import type { MergedRun } from "./merge.ts";

/** The run that numbers are compared with, or why there is none: a clause. */
export type Baseline =
  | { readonly run: MergedRun; readonly source: BaselineSource }
  | { readonly run: undefined; readonly why: string };

/** Where a baseline is from. `workflowRun` is the number of a run of the repository's workflow. */
export type BaselineSource =
  | { readonly kind: "artifact"; readonly workflowRun: number; readonly branch: string }
  | { readonly kind: "folder"; readonly folder: string };

/** The largest result that is read from a commit, bytes. */
const MAX_RESULT_BYTES = 1_000_000_000;

/**
 * Reads a run folder that is committed: writes its manifest and the results that the manifest names to a folder.
 *
 * @param folder relative to git's folder, with `/`
 * @param target absolute; made if it does not exist
 * @returns `undefined` where the commit has no such run folder
 */
export async function readCommittedRun(
  git: Git,
  commit: string,
  folder: string,
  target: string,
): Promise<MergedRun | undefined> {
  const root = path.posix.normalize(`${folder}/`).replace(/^\.\//, "");
  const listed = (await listTree(git, commit, root)).filter(({ isFile }) => isFile);
  const write = async (names: ReadonlySet<string>) => {
    const files = listed.filter((file) => names.has(file.path.slice(root.length)));
    // Several files can have the same content.
    const byObject = Map.groupBy(files, ({ id }) => id);
    await readObjects(git, [...byObject.keys()], MAX_RESULT_BYTES, async (id, content) => {
      if (content === undefined) return;
      for (const file of byObject.get(id) ?? []) {
        await using created = await createInside(target, file.path.slice(root.length));
        await created.writeFile(content);
      }
    });
  };
  if (!listed.some((file) => file.path === `${root}manifest.json`)) return undefined;
  await makeFolders(target);
  await write(new Set(["manifest.json"]));
  const manifest = await readManifest(target);
  await write(new Set(manifest.files.flatMap(({ units }) => units.flatMap(({ file }) => file ?? []))));
  return { folder: target, manifest, missing: [] };
}
