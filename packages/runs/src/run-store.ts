import { createReadStream } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Leftover, ReadKind, ResultStore, StoredFile } from "@analytics-engines/core/jobs";
import { contentTypeOf, extensionOf, storedType } from "./content-types.ts";
import { createDiskSpace } from "./disk-space.ts";
import { BEFORE, ensureFolder, hasCode, moveInto, setAside, syncFile, syncFolder } from "./folder.ts";
import type { Inspected } from "./inspect.ts";
import { readHead } from "./read-ends.ts";
import { redactFile } from "./redact-file.ts";
import type { RunNames } from "./run-names.ts";
import { digestPieces } from "./sha256.ts";
import { writeBody } from "./write-body.ts";

const PARTIAL = "partial";
/** Info documents have a folder of their own, so that no unit's name meets theirs. */
const INFO_FOLDER = "info";

/**
 * Keeps results as files `NAME/UNIT.EXTENSION` of a run folder, info documents as `NAME/info/UNIT.EXTENSION`, and commentaries as
 * `NAME/UNIT.commentary.json`.
 * @param space keeps the disk from being filled
 */
export function createRunStore(folder: string, names: RunNames, space = createDiskSpace(folder)): ResultStore {
  const synced = new Map<string, Promise<void>>();

  /** Makes a folder; `isKept` resolves when its name survives a power cut, whichever execution made it. */
  async function make(parent: string, name: string) {
    const path = await ensureFolder(parent, name);
    const isKept = synced.get(path) ?? syncFolder(parent);
    synced.set(path, isKept);
    isKept.catch(() => {});
    return { path, isKept };
  }

  async function place(key: string, unitId: string, kind: ReadKind) {
    const name = names.folderOf(key);
    const outer = await make(folder, name);
    const stem = kind === "commentary" ? names.commentaryOf(key, unitId) : names.unitOf(key, unitId);
    if (kind !== "info") return { inner: outer.path, prefix: name, stem, isKept: outer.isKept };
    const info = await make(outer.path, INFO_FOLDER);
    const isKept = Promise.all([outer.isKept, info.isKept]);
    isKept.catch(() => {});
    return { inner: info.path, prefix: `${name}/${INFO_FOLDER}`, stem, isKept };
  }

  return {
    ready: space.ready,

    async prepare(key, unitId, kind) {
      const { inner, stem } = await place(key, unitId, kind);
      // Whatever it is, it is not what is read now, and perhaps the only copy of what it is.
      const found = await filesOf(inner, stem, kind);
      for (const name of found) await setAside(inner, name);
      if (found.length > 0) await syncFolder(inner);
    },

    async store(key, unitId, kind, body, expects) {
      const { inner, prefix, stem, isKept } = await place(key, unitId, kind).catch(async (error: unknown) => {
        await body.stream.cancel(error).catch(() => {});
        throw error;
      });
      const partial = `${stem}.${PARTIAL}`;
      const { redact } = body;
      const { bytes, sha256 } = await writeBody(join(inner, partial), body, space).catch(async (error: unknown) => {
        // What arrived is evidence too. Why it did not arrive whole is told first.
        if (redact !== undefined) await redactFile(inner, partial, redact).catch(() => {});
        throw error;
      });
      const contentType = await storedType(body.contentType, () => readHead(join(inner, partial)));
      const name = `${stem}.${extensionOf(contentType)}`;
      if (await isFile(join(inner, name))) await setAside(inner, name);
      await Promise.all([moveInto(inner, partial, name), isKept]);
      const file = { file: `${prefix}/${name}`, contentType, bytes, sha256 };
      const path = join(inner, name);
      const findings = await inspect({ path, contentType, bytes, expects, redact });
      if (findings.defect === undefined || redact === undefined) return { ...file, ...findings };
      const clean = await redactFile(inner, name, redact);
      if (clean === undefined) return { ...file, ...findings };
      return {
        ...file,
        ...clean,
        ...findings,
        defect: `${findings.defect} It repeated credentials, which are taken out.`,
      };
    },

    async recover(key, unitId, kind, expects): Promise<Leftover | undefined> {
      const { inner, prefix, stem, isKept } = await place(key, unitId, kind);
      const found = await filesOf(inner, stem, kind);
      const name = found.find((one) => !one.endsWith(`.${PARTIAL}`));
      if (name === undefined) {
        const [partial] = found;
        return partial === undefined
          ? undefined
          : { state: "partial", bytes: (await lstat(join(inner, partial))).size };
      }
      const contentType = contentTypeOf(name.slice(stem.length + 1));
      const path = join(inner, name);
      // The process that moved it to its name may have been killed before the disk had that.
      await Promise.all([syncFile(path), syncFolder(inner), isKept]);
      const { bytes, sha256 } = await digestPieces(createReadStream(path));
      const file: StoredFile = { file: `${prefix}/${name}`, contentType, bytes, sha256 };
      return { state: "whole", file: { ...file, ...(await inspect({ path, contentType, bytes, expects })) } };
    },
  };
}

/** The files that a unit may have there: `STEM.EXTENSION`, and no other unit's, nor what was set aside. */
async function filesOf(folder: string, stem: string, kind: ReadKind): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const isOf = (name: string) => {
    const extension = name.slice(stem.length + 1);
    // A table called "commentary" may have its CSV there.
    if (kind === "commentary" && extension !== "json" && extension !== PARTIAL) return false;
    return name.startsWith(`${stem}.`) && !extension.includes(".") && !extension.startsWith(BEFORE);
  };
  return entries.filter((entry) => entry.isFile() && isOf(entry.name)).map(({ name }) => name);
}

/** Whether there is a file, and no link to one: a link is replaced, and what it leads to is nobody's result. */
async function isFile(path: string): Promise<boolean> {
  const found = await lstat(path).catch((error: unknown) => {
    if (!hasCode(error, "ENOENT")) throw error;
  });
  return found?.isFile() === true;
}

/** Loaded with the first result: decoding is not needed before. */
async function inspect(file: Inspected) {
  return (await import("./inspect.ts")).inspect(file);
}
