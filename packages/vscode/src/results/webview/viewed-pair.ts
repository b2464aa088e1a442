import { readCommentary } from "@analytics-engines/core/results";
import type { Manifest, ManifestFile } from "@analytics-engines/runs";
import { LARGEST_SUMMED_UP, summaryOf, type UnitContent, type ViewedRun } from "@analytics-engines/viewer";
import type { PageContent, ShownUnit, UnitPart, UnitPlace } from "../messages.ts";
import { postToExtension } from "./host.ts";
import { outlinesOf, unitContent } from "./unit-content.ts";

/** A run, with the files of a second run if both are compared. */
export type ViewedPair = ReturnType<typeof viewPair>;

const waiting = new Map<number, (content: PageContent) => void>();
let lastId = 0;

/** Resolves a request with its answer. */
export function answerContent(id: number, content: PageContent): void {
  waiting.get(id)?.(content);
  waiting.delete(id);
}

function ask(unit: UnitPlace, part?: UnitPart): Promise<PageContent> {
  lastId += 1;
  const id = lastId;
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    postToExtension({ type: "open", id, unit, ...(part && { part }) });
  });
}

export function viewPair(
  manifest: Manifest,
  before: { readonly name: string; readonly manifest: Manifest } | undefined,
) {
  const drawn = new Map<string, ShownUnit["tables"]>();
  const places = new Map<string, Omit<UnitPlace, "unit">>();
  const own = manifest.files.map((file) => placed(file, "run", file.path));
  const others = (before?.manifest.files ?? []).map((file) => placed(file, "before", `${before?.name} / ${file.path}`));

  /** Renames a file so that both runs of it differ. */
  function placed(file: ManifestFile, of: UnitPlace["of"], path: string): ManifestFile {
    places.set(path, { of, path: file.path });
    return { ...file, path };
  }

  const run: ViewedRun = {
    manifest: { ...manifest, files: [...own, ...others] },
    async open(file, unit): Promise<UnitContent> {
      const place = places.get(file.path);
      if (place === undefined) return { kind: "elsewhere", reason: "The run does not contain this unit." };
      const content = await unitContent(await ask({ ...place, unit: unit.id }));
      const tables = outlinesOf(content.kind === "tables" ? content.tables : []);
      const key = `${file.path}#${unit.id}`;
      drawn.set(key, tables);
      postToExtension({ type: "shown", shown: { key, tables } });
      return content;
    },
    async summary(file, unit) {
      const place = places.get(file.path);
      if (place === undefined || unit.file === undefined || (unit.bytes ?? 0) > LARGEST_SUMMED_UP) return undefined;
      const content = await unitContent(await ask({ ...place, unit: unit.id }));
      return content.kind === "tables" ? summaryOf(content.tables) : undefined;
    },
    async commentary(file, unit) {
      const place = places.get(file.path);
      const content = place && (await ask({ ...place, unit: unit.id }, "commentary"));
      if (content?.kind !== "text")
        throw new Error(content?.kind === "elsewhere" ? content.reason : "The run does not contain this unit.");
      const commentary = readCommentary(content.text);
      const key = `${file.path}#${unit.id}`;
      const shown = { key, tables: drawn.get(key) ?? [], commentary: commentary.sections.length };
      postToExtension({ type: "shown", shown });
      return commentary;
    },
  };

  return {
    run,
    /** The unit of a viewer key, `PATH#UNIT`. */
    placeOf(key: string): UnitPlace | undefined {
      const place = [...places].find(([path]) => key.startsWith(`${path}#`));
      return place && { ...place[1], unit: key.slice(place[0].length + 1) };
    },
  };
}
