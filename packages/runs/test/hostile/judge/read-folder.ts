import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** What a run folder says, read without the client's own code. */
export interface Told {
  readonly status: string;
  readonly files: readonly ToldFile[];
}

export interface ToldFile {
  readonly path: string;
  readonly jobId?: string;
  readonly status: string;
  readonly code?: string;
  readonly message?: string;
  readonly units: readonly ToldUnit[];
}

export interface ToldUnit {
  readonly id: string;
  readonly status: string;
  readonly file?: string;
  readonly bytes?: number;
  readonly sha256?: string;
  readonly info?: string;
  readonly infoSha256?: string;
  readonly errors: number;
}

/** @throws Error if `manifest.json` cannot be read, or lacks an object or a list */
export function readManifest(folder: string): Told {
  const manifest = object(JSON.parse(readFileSync(path.join(folder, "manifest.json"), "utf8")));
  return {
    status: String(manifest["status"]),
    files: list(manifest["files"]).map((value) => {
      const file = object(value);
      const problem = object(file["problem"] ?? {});
      return {
        path: String(file["path"]),
        status: String(file["status"]),
        ...texts(file, ["jobId"]),
        ...texts(problem, ["code", "message"]),
        units: list(file["units"]).map((one) => {
          const unit = object(one);
          return {
            id: String(unit["id"]),
            status: String(unit["status"]),
            ...texts(unit, ["file", "sha256", "info", "infoSha256"]),
            ...(typeof unit["bytes"] === "number" && { bytes: unit["bytes"] }),
            errors: list(unit["errors"]).length,
          };
        }),
      };
    }),
  };
}

/** Every file of a folder, by its path below it. */
export function readFiles(folder: string): ReadonlyMap<string, Buffer> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Map(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const full = path.join(entry.parentPath, entry.name);
        return [path.relative(folder, full).replaceAll(path.sep, "/"), readFileSync(full)];
      }),
  );
}

function object(value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null) throw new Error("The manifest lacks an object.");
  return { ...value };
}

function list(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new Error("The manifest lacks a list.");
  return value;
}

/** Those of the named properties that are text. */
function texts<const Name extends string>(value: Record<string, unknown>, names: readonly Name[]) {
  const found: { [Key in Name]?: string } = {};
  for (const name of names) {
    const text = value[name];
    if (typeof text === "string") found[name] = text;
  }
  return found;
}
