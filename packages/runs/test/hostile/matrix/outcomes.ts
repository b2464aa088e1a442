import { readFileSync, writeFileSync } from "node:fs";
import { faults } from "../faults/all.ts";
import { matrixSteps } from "../faults/steps.ts";
import { kinds } from "../service/kinds.ts";
import { type Cell, cellName, cells } from "./cells.ts";

const file = new URL("outcomes.tsv", import.meta.url);

/** The outcome that each cell has, by its name. @throws Error if a cell has none, or an outcome has no cell */
export function readOutcomes(): ReadonlyMap<string, string> {
  const [head = "", ...rows] = readFileSync(file, "utf8").trimEnd().split("\n");
  const [, , ...ids] = head.split("\t");
  const outcomes = new Map(
    rows.flatMap((row) => {
      const [step = "", fault = "", ...words] = row.split("\t");
      return ids.flatMap((id, index): [string, string][] => {
        const word = words[index] ?? "-";
        return word === "-" ? [] : [[`${fault} ${step} ${id}`, word]];
      });
    }),
  );
  const names = new Set(cells.map(cellName));
  const open = [...names].filter((name) => !outcomes.has(name));
  if (open.length > 0) throw new Error(`No outcome is stated for: ${open.join("; ")}`);
  const strange = [...outcomes.keys()].filter((name) => !names.has(name));
  if (strange.length > 0) throw new Error(`The matrix has no cell for: ${strange.join("; ")}`);
  return outcomes;
}

/** @param outcomeOf the outcome of each cell */
export function writeOutcomes(outcomeOf: (cell: Cell) => string): void {
  const head = ["step", "fault", ...kinds.map(({ id }) => id)];
  const rows = matrixSteps.flatMap((step) =>
    faults.flatMap((fault) => {
      const own = kinds.map((kind) =>
        cells.find((cell) => cell.fault === fault && cell.step === step && cell.kind === kind),
      );
      if (own.every((cell) => cell === undefined)) return [];
      return [[step, fault.name, ...own.map((cell) => (cell === undefined ? "-" : outcomeOf(cell)))]];
    }),
  );
  writeFileSync(file, `${[head, ...rows].map((row) => row.join("\t")).join("\n")}\n`);
}
