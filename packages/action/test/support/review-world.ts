import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { familyOfSweep, sweepOfJob } from "@analytics-engines/core/basics";
import { listSweepFiles } from "@analytics-engines/core/files";
import type { Manifest, ManifestFile, ManifestUnit } from "@analytics-engines/runs";
import { ensureBuilt } from "../../build.ts";
import { type GitHubApi, gitHubToken, startGitHubApi } from "./github/github-api.ts";
import { writeZip } from "./github/write-zip.ts";
import { fileOf, manifestOf, unitOf } from "./manifests.ts";
import { reviewAction, runStep, type StepOptions, type StepResult } from "./runner/runner.ts";

/** A clone of a repository with a pull request, GitHub on loopback, and the built action. */
export interface ReviewWorld extends AsyncDisposable {
  readonly workspace: string;
  readonly api: GitHubApi;
  write(file: string, content: unknown): void;
  read(file: string): string;
  git(...args: readonly string[]): string;
  /** Commits everything, and returns the commit's id. */
  commit(message: string): string;
  /** Writes a run folder into the clone, uncommitted. */
  writeRun(folder: string, files: readonly ManifestFile[], fields?: Partial<Manifest>): void;
  /** A result and the unit that names it; written with the next run folder. */
  unit(id: string, content: unknown, fields?: Partial<ManifestUnit>): ManifestUnit;
  /** Files with the digests that they have in the clone. */
  digested(files: readonly ManifestFile[]): readonly ManifestFile[];
  /** A run folder as an artifact's archive. */
  archive(files: readonly ManifestFile[], fields?: Partial<Manifest>): Buffer;
  review(inputs?: Readonly<Record<string, string>>, options?: ReviewOptions): Promise<StepResult>;
}

export interface ReviewOptions extends Partial<Omit<StepOptions, "inputs">> {
  /** The event's payload; a pull request of the current commit by default. */
  readonly event?: unknown;
}

export async function createReviewWorld(): Promise<ReviewWorld> {
  await ensureBuilt();
  const api = await startGitHubApi();
  const workspace = mkdtempSync(path.join(os.tmpdir(), "review-"));
  const identity = ["-c", "user.name=Quant", "-c", "user.email=quant@house.example", "-c", "commit.gpgsign=false"];
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-C", workspace, ...identity, ...args], {
      encoding: "utf8",
      env: { PATH: process.env["PATH"], HOME: workspace, GIT_CONFIG_NOSYSTEM: "1" },
    }).trim();
  git("init", "--quiet", "--initial-branch=main");
  writeFileSync(path.join(workspace, ".git/info/exclude"), "/analytics-*/\n/event-*\n/.cache\n");
  const contents = new Map<string, string>();
  const write = (file: string, content: unknown) => {
    const target = path.join(workspace, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, typeof content === "string" ? content : `${JSON.stringify(content, null, 2)}\n`);
  };
  const textOf = (file: string) => {
    const target = path.join(workspace, file);
    return existsSync(target) ? readFileSync(target, "utf8") : undefined;
  };
  /** The digest of a parameter file, or of the sweep of a job, as a run of the clone has it. */
  const digestOf = (file: string) => {
    const source = sweepOfJob(file) ?? file;
    const text = textOf(source);
    if (text === undefined || familyOfSweep(source) === undefined) return text && sha256Of(text);
    const texts = [text, ...listSweepFiles(text, source).map((name) => textOf(name) ?? "")];
    return sha256Of(JSON.stringify(texts.map(sha256Of)));
  };
  const digested = (files: readonly ManifestFile[]) =>
    files.map((file) => ({ ...file, sha256: digestOf(file.path) ?? file.sha256 }));
  const filesOf = (files: readonly ManifestFile[], fields: Partial<Manifest> = {}) => {
    const manifest = { ...manifestOf(digested(files), worst(files)), ...fields };
    const results = files
      .flatMap(({ units }) => units)
      .flatMap(({ file = "", sha256 = "" }) =>
        contents.has(sha256) ? [{ name: file, content: contents.get(sha256) ?? "" }] : [],
      );
    return [{ name: "manifest.json", content: JSON.stringify(manifest) }, ...results];
  };
  let events = 0;
  return {
    workspace,
    api,
    write,
    read: (file) => readFileSync(path.join(workspace, file), "utf8"),
    git,
    commit(message) {
      git("add", "--all");
      git("commit", "--quiet", "--allow-empty", "-m", message);
      return git("rev-parse", "HEAD");
    },
    writeRun(folder, files, fields) {
      for (const { name, content } of filesOf(files, fields)) write(`${folder}/${name}`, content);
    },
    unit(id, content, fields = {}) {
      const text = typeof content === "string" ? content : JSON.stringify(content);
      const sha256 = sha256Of(text);
      contents.set(sha256, text);
      const file = `results/${id}-${sha256.slice(0, 8)}.json`;
      return unitOf(id, { file, contentType: "application/json", bytes: Buffer.byteLength(text), sha256, ...fields });
    },
    digested,
    archive: (files, fields) => writeZip(filesOf(files, fields)),
    review(inputs = {}, { event, env, ...options } = {}) {
      events += 1;
      const eventFile = path.join(workspace, `event-${events}.json`);
      writeFileSync(eventFile, JSON.stringify(event ?? pullRequestEvent(git("rev-parse", "HEAD"))));
      return runStep({
        action: reviewAction,
        workspace,
        ...options,
        env: { ...api.env, GITHUB_EVENT_PATH: eventFile, GITHUB_EVENT_NAME: "pull_request", ...env },
        inputs: { "github-token": gitHubToken, earlier: "none", ...inputs },
      });
    },
    async [Symbol.asyncDispose]() {
      await api[Symbol.asyncDispose]();
      rmSync(workspace, { recursive: true, force: true });
    },
  };
}

/** The event of a pull request, number 7, against main. */
export function pullRequestEvent(headSha: string, baseRef = "main"): object {
  return {
    pull_request: { number: 7, head: { sha: headSha }, base: { ref: baseRef } },
    repository: { default_branch: "main" },
  };
}

/** A result with one table: a row a name, with a weight and a return. */
export function weightsResult(rows: Readonly<Record<string, readonly [weight: number | null, gain: number]>>): object {
  const columns = [
    { id: "n", name: "Name", type: "string", isDimension: true },
    { id: "w", name: "Weight", type: "real" },
    { id: "r", name: "Return", type: "real" },
  ];
  const data = Object.entries(rows).map(([n, [w, r]]) => ({ values: { n, w, r } }));
  return { data: { version: "2.0", tables: { weights: { definition: { columns }, data: { rows: data } } } } };
}

/** A file with the digest of its parameters in `parameters`. */
export function reviewedFile(file: string, units: readonly ManifestUnit[], parameters = "1"): ManifestFile {
  return fileOf(file, units, { parametersSha256: parameters.padStart(64, "0") });
}

/** All files in a folder, relative to it. */
export function listFolder(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}

const sha256Of = (text: string) => createHash("sha256").update(text).digest("hex");

function worst(files: readonly ManifestFile[]): Manifest["status"] {
  return files.some(({ status }) => status !== "success") ? "failure" : "success";
}
