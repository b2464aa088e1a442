import { basename, join } from "node:path";
import {
  type ArrivedBytes,
  isJsonType,
  type Leftover,
  type ReadKind,
  type ResultStore,
  RunTakenOverError,
  type StoredFile,
} from "@analytics-engines/core";
import { arrowKind } from "@analytics-engines/core/basics";
import { withBusyRule } from "../../files/busy-files.ts";
import {
  BEFORE,
  ensureFolder,
  folderEntries,
  makeNewFolder,
  moveInto,
  setAside,
  statsOf,
  syncFile,
  syncFolder,
} from "../../files/disk.ts";
import { digestPieces, readPieces } from "../../files/open-file.ts";
import type { RunNames } from "../run-names.ts";
import { type InspectedFile, inspect, readEnds } from "./inspect.ts";
import { COMMENTARY_ENDING } from "./read-stored.ts";
import { createDiskSpace, redactFile, writeBody } from "./write-body.ts";

const PARTIAL = "partial";
/** Info documents are in a folder of their own, so that no unit has the same name. */
const INFO_FOLDER = "info";

/**
 * Stores results as files `NAME/UNIT.EXTENSION` of a run folder, and info documents as `NAME/info/UNIT.EXTENSION`. Makes the run folder if
 * it does not exist, so that a job whose results have no place is never created.
 * @param space stops the run before the disk is full
 * @param redact takes credentials out of what a killed process has left
 * @param check throws where another process has taken over the folder: then nothing is requested, and no file gets its name
 * @throws the system's error where the folder cannot be made
 */
export function createRunStore(
  folder: string,
  runNames: RunNames,
  space = createDiskSpace(folder),
  redact?: (text: string) => string,
  check: () => Promise<void> | void = () => {},
): ResultStore {
  const newFolders = makeNewFolder(folder);
  const synced = new Map<string, Promise<unknown>>();

  /** Makes a folder; `isKept` resolves when its name survives a power cut. */
  async function make(parent: string, name: string) {
    const path = await ensureFolder(parent, name);
    const isKept = synced.get(path) ?? Promise.all([parent, ...newFolders].map(syncFolder));
    synced.set(path, isKept);
    isKept.catch(() => {});
    return { path, isKept };
  }

  async function makeUnitFolder(key: string, unitId: string, kind: ReadKind) {
    const name = runNames.folderOf(key);
    const outer = await make(folder, name);
    const stem = runNames.unitOf(key, unitId);
    if (kind !== "info") return { inner: outer.path, prefix: name, stem, isKept: outer.isKept };
    const info = await make(outer.path, INFO_FOLDER);
    const isKept = Promise.all([outer.isKept, info.isKept]);
    isKept.catch(() => {});
    return { inner: info.path, prefix: `${name}/${INFO_FOLDER}`, stem, isKept };
  }

  return {
    async ready() {
      await check();
      await space.ready();
    },

    async prepare(key, unitId, kind) {
      await check();
      const { inner, stem } = await makeUnitFolder(key, unitId, kind);
      // An older file can be the only copy of something, so it is renamed. An older text is about the older numbers.
      const oldNames = [...(await filesOf(inner, stem)), ...(kind === "result" ? await textOf(inner, stem) : [])];
      for (const name of oldNames) await setAside(inner, name);
      if (oldNames.length > 0) await syncFolder(inner);
    },

    async store(key, unitId, kind, body, expects, noteArrived) {
      const { inner, prefix, stem, isKept } = await makeUnitFolder(key, unitId, kind).catch(async (error: unknown) => {
        await body.stream.cancel(error).catch(() => {});
        throw error;
      });
      const partial = `${stem}.${PARTIAL}`;
      const { redact, mayBeCut } = body;
      const written = await writeBody(join(inner, partial), body, space).catch(async (error: unknown) => {
        // The partial result is evidence, too. The reason why it is partial is the error to report.
        if (redact !== undefined) await redactFile(inner, partial, redact).catch(() => {});
        throw error;
      });
      const arrived = { contentType: body.contentType, ...written, ...(mayBeCut === true && { mayBeCut }) };
      const named = await noting(noteArrived && (() => noteArrived(arrived)), async () => {
        const contentType = await storedType(body.contentType, join(inner, partial));
        const name = `${stem}.${extensionOf(contentType)}`;
        await check();
        if (await isFile(join(inner, name))) await setAside(inner, name);
        await Promise.all([moveInto(inner, partial, name), isKept]);
        return { file: `${prefix}/${name}`, contentType, ...written };
      });
      return inspected(inner, named, { expects, redact, mayBeCut });
    },

    async recover(key, unitId, kind, expects, arrived): Promise<Leftover | undefined> {
      const { inner, prefix, stem, isKept } = await makeUnitFolder(key, unitId, kind);
      const storedNames = await filesOf(inner, stem);
      const name = storedNames.find((storedName) => !storedName.endsWith(`.${PARTIAL}`));
      if (name === undefined) {
        const [partial] = storedNames;
        if (partial === undefined) return undefined;
        const path = join(inner, partial);
        const bytes = await sizeOf(path);
        if (arrived !== undefined && (await isWhole(path, bytes, arrived))) {
          const { mayBeCut } = arrived;
          const contentType = await storedType(arrived.contentType, path);
          const wholeName = `${stem}.${extensionOf(contentType)}`;
          await check();
          await Promise.all([moveInto(inner, partial, wholeName), isKept]);
          const file = { file: `${prefix}/${wholeName}`, contentType, bytes, sha256: arrived.sha256 };
          return { state: "whole", file: await inspected(inner, file, { expects, redact, mayBeCut }) };
        }
        if (redact !== undefined) await redactFile(inner, partial, redact);
        return { state: "partial", bytes };
      }
      const contentType = contentTypeOf(name.slice(stem.length + 1));
      const path = join(inner, name);
      // The process that renamed the file can have been killed before the disk recorded that.
      await Promise.all([syncFile(path), syncFolder(inner), isKept]);
      const bytes = await sizeOf(path);
      const { sha256 } = await digestPieces(readPieces(path));
      const file = { file: `${prefix}/${name}`, contentType, bytes, sha256 };
      // How the answer ended is not on the disk.
      return { state: "whole", file: await inspected(inner, file, { expects, redact, mayBeCut: true }) };
    },
  };
}

/** A stored file with what it holds. Credentials are taken out of a file that is not a result. */
async function inspected(
  folder: string,
  stored: StoredFile,
  options: Pick<InspectedFile, "expects" | "redact" | "mayBeCut">,
): Promise<StoredFile> {
  const { contentType, bytes } = stored;
  const { redact } = options;
  const name = basename(stored.file);
  const path = join(folder, name);
  const findings = await inspect({ path, contentType, bytes, ...options });
  const file = { ...stored, ...findings };
  if (findings.defect === undefined || redact === undefined) return file;
  const clean = await redactFile(folder, name, redact);
  if (clean === undefined) return file;
  return { ...file, ...clean, defect: `${findings.defect} It repeated credentials, which were removed.` };
}

/** The files of a unit: `STEM.EXTENSION`, without those of other units and those that were set aside. */
async function filesOf(folder: string, stem: string): Promise<string[]> {
  const entries = await folderEntries(folder);
  const isOf = (name: string) => {
    const extension = name.slice(stem.length + 1);
    return name.startsWith(`${stem}.`) && !extension.includes(".") && !extension.startsWith(BEFORE);
  };
  return entries.filter((entry) => entry.isFile() && isOf(entry.name)).map(({ name }) => name);
}

/** The file of the text that the service generated about a unit, where there is one. */
async function textOf(folder: string, stem: string): Promise<string[]> {
  const name = `${stem}${COMMENTARY_ENDING}`;
  return (await isFile(join(folder, name))) ? [name] : [];
}

/** @throws Error where the file is gone */
async function sizeOf(path: string): Promise<number> {
  const stats = await statsOf(path);
  if (stats === undefined) throw new Error(`${path} was removed while the run used it.`);
  return stats.size;
}

/**
 * Gives a whole result its name, which another program can prevent for seconds, or for longer than the process waits. Before it waits, and
 * where it fails, `note` records what arrived.
 */
async function noting<T>(note: (() => Promise<void>) | undefined, giveName: () => Promise<T>): Promise<T> {
  let isNoted = false;
  const noteOnce = async () => {
    // The journal can have to wait, too.
    if (isNoted) return;
    isNoted = true;
    await note?.();
  };
  try {
    return await withBusyRule({ beforeWait: noteOnce }, giveName);
  } catch (error) {
    if (!(error instanceof RunTakenOverError)) await noteOnce().catch(() => {});
    throw error;
  }
}

/** Whether a partial result has all bytes that arrived, as the journal describes them. */
async function isWhole(path: string, bytes: number, arrived: ArrivedBytes): Promise<boolean> {
  return bytes === arrived.bytes && (await digestPieces(readPieces(path))).sha256 === arrived.sha256;
}

/** Whether there is a file that is not a link: a link is replaced, since it does not lead to a result of the run. */
async function isFile(path: string): Promise<boolean> {
  return (await statsOf(path))?.isFile() === true;
}

const ARROW_FILE = "application/vnd.apache.arrow.file";
/** The content type of unknown bytes. */
const UNTYPED = "application/octet-stream";

/** The extensions of the content types of results, without dots. */
const extensions: readonly (readonly [contentType: string, extension: string])[] = [
  ["application/json", "json"],
  ["application/pdf", "pdf"],
  ["application/vnd.openxmlformats-officedocument.presentationml.presentation", "pptx"],
  [ARROW_FILE, "arrow"],
  ["application/vnd.apache.arrow.stream", "arrows"],
  ["application/x-protobuf", "pb"],
  ["text/csv", "csv"],
  ["text/plain", "txt"],
  ["application/xml", "xml"],
  ["text/html", "html"],
  ["application/zip", "zip"],
  [UNTYPED, "bin"],
];

const byType = new Map(extensions);
const byExtension = new Map(extensions.map(([type, extension]) => [extension, type]));

/** The extension, without dot, of a result of a content type; `bin` for an unknown type. */
function extensionOf(contentType: string): string {
  return byType.get(contentType) ?? (isJsonType(contentType) ? "json" : "bin");
}

/** The content type of a stored result by its extension. */
export function contentTypeOf(extension: string): string {
  return byExtension.get(extension) ?? UNTYPED;
}

/** The content type of a stored result: the one that was sent or, for unknown bytes that begin like Arrow, that of Arrow. */
async function storedType(contentType: string, file: string): Promise<string> {
  if (contentType !== UNTYPED) return contentType;
  return arrowKind((await readEnds(file)).head) === "file" ? ARROW_FILE : UNTYPED;
}
