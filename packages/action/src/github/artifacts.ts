import "./require.ts";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { ArtifactClient } from "@actions/artifact";
import { Problem } from "./problem.ts";

/** Files to be kept as one artifact of the workflow run. */
export interface ArtifactPlan {
  /** A name that is allowed, and distinct among the plans: see `artifactNames`. */
  readonly name: string;
  /** Absolute paths. */
  readonly files: readonly string[];
  /** One file, kept as itself and not in an archive: a browser shows it. Its name is the artifact's. */
  readonly unarchived?: true;
}

export interface UploadedArtifact {
  /** The name it got: the one asked for, or that with a number behind it where the name was taken. */
  readonly name: string;
  readonly id: number;
  /** SHA-256 of the stored archive, hex. */
  readonly digest: string;
  /** Bytes. */
  readonly size: number;
}

/** GitHub keeps at most so many artifacts of a job. */
export const artifactLimit = 500;

/** How often another number is tried for a name that is taken. */
const suffixLimit = 100;

/**
 * Uploads artifacts one after the other.
 *
 * A name that is taken is never overwritten: what is there may be another job's results, which the service will not give again.
 * The artifact gets a number behind its name instead (`name-2`).
 *
 * @param root Absolute; the paths inside of the archives are relative to it.
 * @param options.retentionDays Days; default: the repository's own.
 * @throws Problem with the name of the artifact that could not be stored.
 */
export async function uploadArtifacts(
  plans: readonly ArtifactPlan[],
  root: string,
  options: { readonly retentionDays?: number | undefined; readonly onUploaded?: (artifact: UploadedArtifact) => void },
): Promise<readonly UploadedArtifact[]> {
  const { DefaultArtifactClient } = await import("@actions/artifact");
  const client = new DefaultArtifactClient();
  const uploaded: UploadedArtifact[] = [];
  for (const plan of plans) {
    const artifact = await uploadOne(client, plan, root, options.retentionDays);
    uploaded.push(artifact);
    options.onUploaded?.(artifact);
  }
  return uploaded;
}

/** Says why artifacts cannot be stored here; `undefined` where they can. To be asked before anything is computed. */
export function whyNoArtifacts(env: Readonly<Record<string, string | undefined>>): string | undefined {
  if (!env["ACTIONS_RUNTIME_TOKEN"] || !env["ACTIONS_RESULTS_URL"])
    return "the runner gives this step no access to the artifact store";
  const host = URL.canParse(env["GITHUB_SERVER_URL"] ?? "")
    ? new URL(env["GITHUB_SERVER_URL"] ?? "").hostname
    : "github.com";
  return host === "github.com" || host.endsWith(".ghe.com") || host.endsWith(".localhost")
    ? undefined
    : `GitHub's artifact client does not support the server ${host}`;
}

/**
 * Names that GitHub allows, in the order of the labels and distinct even where letter case does not count: characters that no file
 * system or artifact can hold become `_`, long names are cut, and names that would be the same get a number.
 */
export function artifactNames(labels: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return labels.map((label) => {
    const safe = safeName(label);
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? safe : numbered(safe, number);
      if (!taken.has(name.toLowerCase())) {
        taken.add(name.toLowerCase());
        return name;
      }
    }
  });
}

function safeName(label: string): string {
  const plain = label.normalize("NFC").replace(/[^\p{L}\p{M}\p{N} ._()+=@,-]/gu, "_");
  return (
    Array.from(plain)
      .slice(0, 120)
      .join("")
      .replace(/^[. ]+|[. ]+$/g, "_") || "_"
  );
}

/** `name-2`, and `report-2.html`: an extension stays one. */
function numbered(name: string, number: number): string {
  const extension = /\.html$/.exec(name)?.[0] ?? "";
  return `${name.slice(0, name.length - extension.length)}-${number}${extension}`;
}

async function uploadOne(
  client: ArtifactClient,
  plan: ArtifactPlan,
  root: string,
  retentionDays: number | undefined,
): Promise<UploadedArtifact> {
  for (let number = 1; number <= suffixLimit; number += 1) {
    const name = number === 1 ? plan.name : numbered(plan.name, number);
    try {
      const { id, digest, size } = await withFilesOf(plan, name, root, (files, base) =>
        client.uploadArtifact(name, files, base, {
          ...(retentionDays !== undefined && { retentionDays }),
          ...(plan.unarchived && { skipArchive: true }),
        }),
      );
      if (id === undefined || digest === undefined)
        throw new Problem(`The artifact store did not confirm the artifact ${name}.`);
      return { name, id, digest, size: size ?? 0 };
    } catch (error) {
      if (!isTaken(error))
        throw new Problem(
          `The artifact ${name} could not be stored: ${error instanceof Error ? error.message : String(error)}`,
        );
    }
  }
  throw new Problem(
    `The artifact ${plan.name} could not be stored: ${suffixLimit} artifacts of that name exist. Set artifact-name to another.`,
  );
}

/** Hands over the files to upload. A single file that is not archived is named by its path: for another name there is a copy. */
async function withFilesOf<T>(
  { files, unarchived }: ArtifactPlan,
  name: string,
  root: string,
  upload: (files: string[], root: string) => Promise<T>,
): Promise<T> {
  const [file] = files;
  if (!unarchived || file === undefined || path.basename(file) === name) return upload([...files], root);
  const folder = await mkdtemp(path.join(tmpdir(), "artifact-"));
  try {
    const copy = path.join(folder, name);
    await copyFile(file, copy);
    return await upload([copy], folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Whether the store answered that the name is taken (409). */
function isTaken(error: unknown): boolean {
  return error instanceof Error && /\(409\)|already exists/i.test(error.message);
}
