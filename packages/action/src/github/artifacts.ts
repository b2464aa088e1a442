import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { ArtifactClient } from "@actions/artifact";
import { messageOf } from "@analytics-engines/core/basics";
import { copyNow, removeTemporary } from "@analytics-engines/runs/files";
import { UserError } from "@analytics-engines/runs/progress";

/** Files for one artifact of the workflow run. */
export interface ArtifactPlan {
  /** A valid name: see `artifactName`. */
  readonly name: string;
  /** Absolute paths. */
  readonly files: readonly string[];
  /** Stores a single file without an archive, so that a browser shows it. The file gets the name of the artifact. */
  readonly unarchived?: true;
}

export interface UploadedArtifact {
  /** The name of the artifact: the planned one, with a number added if it was taken. */
  readonly name: string;
  readonly id: number;
  /** SHA-256 of the stored archive, hex. */
  readonly digest: string;
  /** Bytes. */
  readonly size: number;
  /** Set if a browser shows it: see `ArtifactPlan`. */
  readonly unarchived?: true;
}

/** How many numbers are tried at most if a name is taken. */
const MAX_SUFFIX = 100;

/**
 * Uploads artifacts one after the other.
 *
 * An existing artifact is never overwritten: it can have the results of another job, which the service does not give again. The new artifact
 * gets a number (`name-2`).
 *
 * @param root the folder to which the paths in the archives are relative; absolute
 * @param options.retentionDays default: that of the repository
 * @throws UserError, which names the artifact that could not be stored
 */
export async function uploadArtifacts(
  plans: readonly ArtifactPlan[],
  root: string,
  options: { readonly retentionDays?: number | undefined; readonly onUploaded: (artifact: UploadedArtifact) => void },
): Promise<void> {
  const { DefaultArtifactClient } = await import("@actions/artifact");
  const client = new DefaultArtifactClient();
  for (const plan of plans) {
    options.onUploaded(await uploadWithFreeName(client, plan, root, options.retentionDays));
  }
}

/** Why artifacts cannot be stored here; `undefined` if they can. Call it before anything is computed. */
export function missingArtifactStore(env: Readonly<Record<string, string | undefined>>): string | undefined {
  if (!env["ACTIONS_RUNTIME_TOKEN"] || !env["ACTIONS_RESULTS_URL"])
    return "the runner gives this step no access to the artifact store";
  const host = URL.canParse(env["GITHUB_SERVER_URL"] ?? "")
    ? new URL(env["GITHUB_SERVER_URL"] ?? "").hostname
    : "github.com";
  return host === "github.com" || host.endsWith(".ghe.com") || host.endsWith(".localhost")
    ? undefined
    : `GitHub's artifact client does not support the server ${host}`;
}

/** A valid name of an artifact: characters that a file system or an artifact does not allow become `_`, and a long name is cut. */
export function artifactName(label: string): string {
  const plain = label.normalize("NFC").replace(/[^\p{L}\p{M}\p{N} ._()+=@,-]/gu, "_");
  return (
    Array.from(plain)
      .slice(0, 120)
      .join("")
      .replace(/^[. ]+|[. ]+$/g, "_") || "_"
  );
}

/** `name-2`, or `report-2.html`: the extension stays at the end. */
function numbered(name: string, number: number): string {
  const extension = /\.html$/.exec(name)?.[0] ?? "";
  return `${name.slice(0, name.length - extension.length)}-${number}${extension}`;
}

async function uploadWithFreeName(
  client: ArtifactClient,
  plan: ArtifactPlan,
  root: string,
  retentionDays: number | undefined,
): Promise<UploadedArtifact> {
  for (let number = 1; number <= MAX_SUFFIX; number += 1) {
    const name = number === 1 ? plan.name : numbered(plan.name, number);
    try {
      const { id, digest, size } = await withFilesOf(plan, name, root, (files, base) =>
        client.uploadArtifact(name, files, base, {
          ...(retentionDays !== undefined && { retentionDays }),
          ...(plan.unarchived && { skipArchive: true }),
        }),
      );
      if (id === undefined || digest === undefined) throw new Error("the artifact store did not confirm it");
      return { name, id, digest, size: size ?? 0, ...(plan.unarchived && { unarchived: true }) };
    } catch (error) {
      if (!isTaken(error))
        throw new UserError(
          `The artifact ${name} could not be stored: ${messageOf(error).replace(/\.$/, "")}. Run the job again.`,
        );
    }
  }
  throw new UserError(
    `The artifact ${plan.name} could not be stored: ${MAX_SUFFIX} artifacts of that name exist. Set artifact-name to another.`,
  );
}

/** Calls `upload` with the files. A single file without an archive is named by its path, so it is copied for another name. */
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
    copyNow(file, copy);
    return await upload([copy], folder);
  } finally {
    await removeTemporary(folder);
  }
}

/** Whether the artifact store answered that the name is taken (409). */
function isTaken(error: unknown): boolean {
  return error instanceof Error && /\(409\)|already exists/i.test(error.message);
}
