import { readCommentary } from "@analytics-engines/core/results";
import type { Manifest, ManifestFile } from "@analytics-engines/runs";
import type { UnitContent, ViewedRun } from "@analytics-engines/viewer";
import type { Content, Shown, UnitPart, UnitPlace } from "../messages.ts";
import { post } from "./host.ts";
import { unitContent } from "./unit-content.ts";

/** A run, with the files of another one beside its own where they are compared. */
export interface ViewedPair {
  readonly run: ViewedRun;
  /** What a key of the viewer, `PATH#UNIT`, stands for. */
  placeOf(key: string): UnitPlace | undefined;
}

const waiting = new Map<number, (content: Content) => void>();
let lastId = 0;

/** The answer to a question. */
export function answerContent(id: number, content: Content): void {
  waiting.get(id)?.(content);
  waiting.delete(id);
}

function ask(unit: UnitPlace, part?: UnitPart): Promise<Content> {
  lastId += 1;
  const id = lastId;
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    post({ type: "open", id, unit, ...(part && { part }) });
  });
}

export function viewPair(
  manifest: Manifest,
  before: { readonly name: string; readonly manifest: Manifest } | undefined,
): ViewedPair {
  const drawn = new Map<string, Shown["tables"]>();
  const places = new Map<string, Omit<UnitPlace, "unit">>();
  const own = manifest.files.map((file) => placed(file, "run", file.path));
  const others = (before?.manifest.files ?? []).map((file) => placed(file, "before", `${before?.name} / ${file.path}`));

  /** Named so that two runs of one file are told apart. */
  function placed(file: ManifestFile, of: UnitPlace["of"], path: string): ManifestFile {
    places.set(path, { of, path: file.path });
    return { ...file, path };
  }

  return {
    run: {
      manifest: { ...manifest, files: [...own, ...others] },
      async open(file, unit): Promise<UnitContent> {
        const place = places.get(file.path);
        if (place === undefined) return { kind: "elsewhere", reason: "The run has no such unit." };
        const content = await unitContent(await ask({ ...place, unit: unit.id }));
        const tables = content.kind === "tables" ? content.tables : [];
        const outlines = tables.map(({ id, rowCount, columns }) => ({ id, rows: rowCount, columns: columns.length }));
        const key = `${file.path}#${unit.id}`;
        drawn.set(key, outlines);
        post({ type: "shown", shown: { key, tables: outlines } });
        return content;
      },
      async commentary(file, unit) {
        const place = places.get(file.path);
        const content = place && (await ask({ ...place, unit: unit.id }, "commentary"));
        if (content?.kind !== "text")
          throw new Error(content?.kind === "elsewhere" ? content.reason : "The run has no such unit.");
        const commentary = readCommentary(content.text);
        const key = `${file.path}#${unit.id}`;
        const shown = { key, tables: drawn.get(key) ?? [], commentary: commentary.sections.length };
        post({ type: "shown", shown });
        return commentary;
      },
    },
    placeOf(key) {
      const place = [...places].find(([path]) => key.startsWith(`${path}#`));
      return place && { ...place[1], unit: key.slice(place[0].length + 1) };
    },
  };
}
