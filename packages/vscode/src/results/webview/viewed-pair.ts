import { parseTolerance } from "@analytics-engines/core/basics";
import { readCommentary } from "@analytics-engines/core/results";
import type { Manifest } from "@analytics-engines/runs";
import {
  MAX_SUMMARIZED_BYTES,
  summaryOf,
  t,
  type UnitComparedEvent,
  type UnitContent,
  type UnitRef,
  type UnitShownEvent,
  unitKey,
  type ViewedRun,
} from "@analytics-engines/viewer";
import type { HostMessage, PageContent, PageUnit, ShownUnit, UnitPart } from "../source/messages.ts";
import { postToExtension } from "./host.ts";
import { outlinesOf, unitContent } from "./unit-content.ts";

type ViewedMessage = Omit<Extract<HostMessage, { type: "run" }>, "type" | "problems" | "state">;

/** A run, with the run to compare it with if there is one. */
export type ViewedPair = ReturnType<typeof viewPair>;

const waiting = new Map<number, (content: PageContent | undefined) => void>();
let lastId = 0;

/** Resolves a request with its answer. */
export function answerContent(id: number, content: PageContent | undefined): void {
  waiting.get(id)?.(content);
  waiting.delete(id);
}

function ask(unit: PageUnit, part?: UnitPart): Promise<PageContent | undefined> {
  lastId += 1;
  const id = lastId;
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    postToExtension({ type: "open", id, unit, ...(part && { part }) });
  });
}

/** Read when it is shown: the page gets its language after this file is loaded. */
const noUnit = () => t("The run does not contain this unit.");

export function viewPair({ manifest, before, connection, checks, tolerances }: ViewedMessage) {
  /** What the extension knows of each unit that the page has shown. */
  const units = new Map<string, ShownUnit>();

  function tell(ref: UnitRef, more: Partial<ShownUnit>): void {
    const key = unitKey(ref);
    const unitState = { tables: [], ...units.get(key), ...more, key };
    units.set(key, unitState);
    postToExtension({ type: "shown", shown: unitState });
  }

  return {
    run: {
      ...viewRun(manifest, "run", tell),
      ...(connection !== undefined && { connection }),
      ...(before && { earlier: viewRun(before, "before", () => {}) }),
      ...(checks && { checks }),
      ...(tolerances && { tolerances: tolerances.flatMap((tolerance) => parseTolerance(tolerance) ?? []) }),
    },
    noteShown({ ref, content }: UnitShownEvent): void {
      tell(ref, { tables: outlinesOf(content.kind === "tables" ? content.tables : []) });
    },
    noteCompared({ ref, before: earlierRef }: UnitComparedEvent): void {
      tell(ref, { compared: unitKey(earlierRef) });
    },
    /** The unit of a viewer key, `PATH#UNIT`. */
    unitOf(key: string): PageUnit | undefined {
      const file = manifest.files.find(({ path }) => key.startsWith(`${path}#`));
      return file && { of: "run", path: file.path, unit: key.slice(file.path.length + 1) };
    },
  };
}

function viewRun(
  manifest: Manifest,
  of: PageUnit["of"],
  tell: (ref: UnitRef, more: Partial<ShownUnit>) => void,
): ViewedRun {
  const read = async ({ file, unit }: UnitRef): Promise<UnitContent> => {
    const pageUnit: PageUnit = { of, path: file.path, unit: unit.id };
    const answer = await ask(pageUnit);
    if (answer === undefined) return { kind: "elsewhere", reason: noUnit() };
    const content = await unitContent(answer);
    if (content.kind !== "elsewhere" || answer.kind !== "elsewhere" || answer.action === undefined) return content;
    const { verb, text } = answer.action;
    return { ...content, action: { text, act: () => postToExtension({ type: "act", verb, unit: pageUnit }) } };
  };
  return {
    manifest,
    open: (file, unit) => read({ file, unit }),
    async summary(file, unit) {
      if (unit.file === undefined || (unit.bytes ?? 0) > MAX_SUMMARIZED_BYTES) return undefined;
      const content = await read({ file, unit });
      return content.kind === "tables" ? summaryOf(content.tables) : undefined;
    },
    async commentary(file, unit) {
      const content = await ask({ of, path: file.path, unit: unit.id }, "commentary");
      if (content === undefined) return undefined;
      if (content.kind !== "text") throw new Error(content.kind === "elsewhere" ? content.reason : noUnit());
      const commentary = readCommentary(content.text);
      tell({ file, unit }, { commentary: commentary.sections.length });
      return commentary;
    },
  };
}
