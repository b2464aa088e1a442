import { escapeMarkdown, shorten } from "@analytics-engines/core/text";
import { type Manifest, type ReproducedUnit, reproductionHeadline } from "@analytics-engines/runs";
import { code, table } from "../github/markdown.ts";

/** So many units are shown; the manifest has all. */
const mostUnits = 50;

/** Whether the run is the earlier one again, in a sentence; empty where it computes none again, or has not ended. */
export function renderReproduction({ reproduces }: Manifest): string {
  if (reproduces?.compared === undefined) return "";
  const { compared, startedAt } = reproduces;
  return `\n${compared.reproduced ? "✅" : "❌"} Against the run of ${escapeMarkdown(startedAt)}: ${reproductionHeadline(compared)}\n`;
}

/** The units that are not the same, with the number that moved most; empty where there are none. */
export function renderDifferences({ reproduces }: Manifest): string {
  const units = reproduces?.compared?.units ?? [];
  const others = units.filter(({ outcome }) => outcome === "differs" || outcome === "not-comparable");
  if (others.length === 0) return "";
  const rows = others.slice(0, mostUnits).map(cells);
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
