import { IssueFindings } from "../issues/findings.ts";
import { parseText } from "../read/parse.ts";
import { quoted } from "../text/words.ts";
import type { CellFinding } from "./sources.ts";
import type { CellType } from "./sweep-shape.ts";

/** What a cell is read as. */
interface ReadCell {
  /** Undefined if the cell has no value of the type. */
  readonly value: unknown;
  readonly findings: readonly CellFinding[];
}

/** Reads a cell as a value of a type. */
export function readCell(cell: string, type: CellType): ReadCell {
  switch (type) {
    case "text":
      return { value: cell, findings: [] };
    case "number":
      if (/^-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?$/.test(cell) && Number.isFinite(Number(cell))) return readJson(cell);
      return refuse(
        `${quoted(cell)} is no number. Write it as in JSON: with a point, and without separators of thousands.`,
      );
    case "boolean":
      if (/^(true|false)$/i.test(cell)) return { value: cell.toLowerCase() === "true", findings: [] };
      return refuse(`${quoted(cell)} is neither true nor false.`);
    case "json":
      return readJson(cell);
  }
}

/** A text that becomes JSON goes through the reader of parameter files, so that what is wrong there is wrong here. */
function readJson(cell: string): ReadCell {
  const findings = new IssueFindings();
  const { value, strict, problems } = parseText(cell, findings);
  // The reader corrects a text that is nearly JSON, for the fixes of an editor.
  if (value === undefined || strict !== cell) return refuse(`${quoted(cell)} is not JSON.`);
  return {
    value,
    findings: [...problems, ...findings.list].map(({ code, severity, message }) => ({
      code,
      message,
      ...(severity !== undefined && { severity }),
    })),
  };
}

function refuse(message: string): ReadCell {
  return { value: undefined, findings: [{ code: "wrong-type", message }] };
}
