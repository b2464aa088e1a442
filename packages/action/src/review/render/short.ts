import { shorten } from "@analytics-engines/core/text";
import type { Assessment, Review, UnitReview } from "@analytics-engines/runs/review";
import { code } from "../../github/markdown.ts";
import { firstOf, namesWithin, OPEN_ROWS, type Part, tableWithin } from "./budget.ts";
import { parameterLines, parameterList } from "./parameters.ts";
import { alteredSentence, failedHead, failedRow, missingShards, movedSections, reasons, section } from "./sections.ts";
import { movedDetails, movedHead, movedRow, unitName } from "./units.ts";

/**
 * What a review found, for a comment without room for all of it: the failed units by name, the twenty largest moves, counts per file, and
 * then as much of the rest as fits.
 */
export function shortParts(review: Review, found: Assessment): readonly Part[] {
  const {
    failedUnits: failed,
    alteredUnits: altered,
    movedUnits: moved,
    otherDaysUnits: otherDays,
    appearedUnits: appeared,
    vanishedUnits: vanished,
    notComparedUnits: notCompared,
    sameUnits: same,
  } = found;
  const missing = review.run?.missing ?? [];
  const largest = moved.slice(0, OPEN_ROWS);
  const rest = moved.slice(OPEN_ROWS);
  return [
    firstOf(
      () => section("Missing", missing, missingShards),
      () => section("Missing", missing, (shards) => missingShards(shards, 3)),
    ),
    failedPart(failed),
    named("Altered", altered, alteredSentence),
    ...movedSections.map(({ cause, title, sentence }) => {
      const own = largest.filter(({ outcome }) => outcome.cause === cause);
      return own.length === 0 ? none : tableWithin(`### ${title}\n\n${sentence}`, movedHead, own.map(movedRow), 3);
    }),
    filesPart(found),
    named("Gone", vanished),
    firstOf(
      () => section("Parameters", review.parameters, parameterList),
      () => section("Parameters", review.parameters, parameterLines),
    ),
    moves("Computed for other days", otherDays),
    named("New", appeared),
    firstOf(() => section("Not compared", notCompared, reasons)),
    moves("The moves of the other units", rest),
    ...[...moved, ...otherDays].map(
      (unit): Part =>
        (room) =>
          room < LEAST_DETAILS ? "" : firstOf(() => movedDetails(unit))(room),
    ),
    named("The same", same),
  ];
}

/** The details of a unit take at least this many bytes. */
const LEAST_DETAILS = 150;

const none: Part = () => "";

/** All names, even if there is no room for their reasons. */
function failedPart(failed: Assessment["failedUnits"]): Part {
  if (failed.length === 0) return none;
  const title = "### Failed\n\n";
  const rows = (longest: number) => failed.map((unit) => failedRow(unit, longest));
  return (room) => {
    const some = Math.floor(room / 2);
    for (const longest of [500, 150, 50]) {
      const text = tableWithin(title, failedHead, rows(longest))(some);
      if (text !== "" && !text.endsWith("more.\n")) return text;
    }
    return namesWithin(title, failed.map(unitName))(room);
  };
}

function named(title: string, units: readonly UnitReview[], sentence = ""): Part {
  return units.length === 0 ? none : namesWithin(`### ${title}\n\n${sentence}`, units.map(unitName));
}

function moves(title: string, units: Assessment["movedUnits"]): Part {
  return units.length === 0 ? none : tableWithin(`### ${title}\n\n`, movedHead, units.map(movedRow), 3);
}

/** How many units of each file failed, moved and so on; the files with most failed and moved units first. */
function filesPart(found: Assessment): Part {
  const kinds = (
    [
      ["failed", found.failedUnits],
      ["altered", found.alteredUnits],
      ["moved", found.movedUnits],
      ["other days", found.otherDaysUnits],
      ["gone", found.vanishedUnits],
      ["new", found.appearedUnits],
      ["not compared", found.notComparedUnits],
      ["same", found.sameUnits],
    ] as const
  ).filter(([, units]) => units.length > 0);
  const files = new Map<string, number[]>();
  for (const [kind, [, units]] of kinds.entries()) {
    for (const { path } of units) {
      const counts = files.get(path) ?? kinds.map(() => 0);
      counts[kind] = (counts[kind] ?? 0) + 1;
      files.set(path, counts);
    }
  }
  const sorted = [...files].sort(([, one], [, other]) => {
    const at = one.findIndex((number, kind) => number !== other[kind]);
    return at < 0 ? 0 : (other[at] ?? 0) - (one[at] ?? 0);
  });
  const rows = sorted.map(([path, counts]) => [code(shorten(path, 200)), ...counts.map((number) => `${number || ""}`)]);
  return tableWithin("### Units by file\n\n", ["File", ...kinds.map(([name]) => name)], rows, kinds.length);
}
