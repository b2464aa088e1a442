import { count, escapeMarkdown, shorten } from "@analytics-engines/core/basics";
import type { Manifest, ManifestReproduction, ReproducedUnit } from "@analytics-engines/runs";
import { code, table } from "@analytics-engines/runs/host";
import {
  differenceLines,
  differingUnits,
  type Reproduction,
  reproductionHeadline,
} from "@analytics-engines/runs/review";
import type { Log } from "../../github/log.ts";

/** The most units in the summary; the manifest has all. */
const MAX_UNITS = 50;

/** Compares the results in a run folder with the earlier ones, and logs each unit that is not the same. */
export async function compareWithEarlier(
  log: Log,
  reproduction: Reproduction,
  folder: string,
): Promise<ManifestReproduction> {
  log.group(`Comparing the results with the run of ${reproduction.run.startedAt}`);
  const reproduces = await reproduction.conclude(folder);
  for (const line of differenceLines(reproduces.compared)) log.line(line);
  const sameCount = (reproduces.compared?.units.length ?? 0) - differingUnits(reproduces.compared).length;
  log.line(`${count(sameCount, "result")} the same`);
  log.endGroup();
  return reproduces;
}

/** A sentence that says whether the run has the results of the earlier one; empty if there is nothing to compare. */
export function renderReproduction({ reproduces }: Manifest): string {
  if (reproduces?.compared === undefined) return "";
  const { compared, startedAt } = reproduces;
  return `\n${compared.reproduced ? "✅" : "❌"} Against the run of ${escapeMarkdown(startedAt)}: ${reproductionHeadline(compared)}\n`;
}

/** The units that are not the same, with the number that moved most; empty if there are none. */
export function renderDifferences({ reproduces }: Manifest): string {
  const others = differingUnits(reproduces?.compared);
  if (others.length === 0) return "";
  const rows = others.slice(0, MAX_UNITS).map(cells);
  const rest = others.length - rows.length;
  return `${table(["File", "Unit", "Against the earlier run", "Largest move"], rows)}${rest > 0 ? `\n${rest} more are in \`manifest.json\`.\n` : ""}`;
}

function cells({ path, id, outcome, reason = "", moves = [] }: ReproducedUnit): string[] {
  const [largest] = moves;
  const { row = "", column = "", before, after } = largest ?? {};
  return [
    code(path),
    code(shorten(id, 300)),
    escapeMarkdown(shorten(`${outcome === "differs" ? "differs" : "cannot be compared"}: ${reason}`, 500)),
    largest === undefined ? "" : escapeMarkdown(shorten(`${column} of ${row}: ${before} then, ${after} now`, 300)),
  ];
}
