import { shorten } from "@analytics-engines/core/basics";
import { code } from "../../host/markdown.ts";
import type { Assessment, Review } from "../assess.ts";
import type { UnitReview } from "../unit-review.ts";
import { firstOf, namesWithin, OPEN_ROWS, type Part, tableWithin } from "./budget.ts";
import { checksWithin } from "./checks.ts";
import { parameterLines, parameterList } from "./parameters.ts";
import {
  ALTERED_SENTENCE,
  failedHead,
  failedRow,
  missingShards,
  movedSections,
  reasons,
  section,
  unmatchedTolerances,
} from "./sections.ts";
import { movedDetails, movedHead, movedRow, unitName } from "./units.ts";

/**
 * What a review found, for a comment without room for all of it: the failed units by name, the twenty largest moves, counts per file, and
 * then as much of the rest as fits.
 */
export function shortParts(review: Review, assessment: Assessment): readonly Part[] {
  const {
    failedUnits,
    alteredUnits,
    movedUnits,
    otherDaysUnits,
    appearedUnits,
    vanishedUnits,
    notComparedUnits,
    sameUnits,
  } = assessment;
  const missing = review.run?.missing ?? [];
  const largest = movedUnits.slice(0, OPEN_ROWS);
  const rest = movedUnits.slice(OPEN_ROWS);
  return [
    firstOf(
      () => section("Missing", missing, missingShards),
      () => section("Missing", missing, (shards) => missingShards(shards, 3)),
    ),
    failedPart(failedUnits),
    checksWithin(review),
    firstOf(() => section("Tolerances", review.numbers.unmatchedTolerances, unmatchedTolerances)),
    namesPart("Altered", alteredUnits, ALTERED_SENTENCE),
    ...movedSections.map(({ cause, title, sentence }) => {
      const unitsOfCause = largest.filter(({ outcome }) => outcome.cause === cause);
      return unitsOfCause.length === 0
        ? none
        : tableWithin(`### ${title}\n\n${sentence}`, movedHead, unitsOfCause.map(movedRow), 3);
    }),
    filesPart(assessment),
    namesPart("Gone", vanishedUnits),
    firstOf(
      () => section("Parameters", review.parameters, () => parameterList(review)),
      () => section("Parameters", review.parameters, () => parameterLines(review)),
    ),
    moves("Computed for other days", otherDaysUnits),
    namesPart("New", appearedUnits),
    firstOf(() => section("Not compared", notComparedUnits, reasons)),
    moves("The moves of the other units", rest),
    ...[...movedUnits, ...otherDaysUnits].map(
      (unit): Part =>
        (room) =>
          room < MIN_DETAILS_BYTES ? "" : firstOf(() => movedDetails(unit))(room),
    ),
    namesPart("The same", sameUnits),
  ];
}

/** The details of a unit take at least this many bytes. */
const MIN_DETAILS_BYTES = 150;

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

function namesPart(title: string, units: readonly UnitReview[], sentence = ""): Part {
  return units.length === 0 ? none : namesWithin(`### ${title}\n\n${sentence}`, units.map(unitName));
}

function moves(title: string, units: Assessment["movedUnits"]): Part {
  return units.length === 0 ? none : tableWithin(`### ${title}\n\n`, movedHead, units.map(movedRow), 3);
}

/** How many units of each file failed, moved and so on; the files with most failed and moved units first. */
function filesPart(assessment: Assessment): Part {
  const kinds = (
    [
      ["failed", assessment.failedUnits],
      ["altered", assessment.alteredUnits],
      ["moved", assessment.movedUnits],
      ["other days", assessment.otherDaysUnits],
      ["gone", assessment.vanishedUnits],
      ["new", assessment.appearedUnits],
      ["not compared", assessment.notComparedUnits],
      ["same", assessment.sameUnits],
    ] as const
  ).filter(([, units]) => units.length > 0);
  const files = new Map<string, number[]>();
  for (const [kind, [, units]] of kinds.entries()) {
    for (const { path, row } of units) {
      const file = row?.path ?? path;
      const counts = files.get(file) ?? kinds.map(() => 0);
      counts[kind] = (counts[kind] ?? 0) + 1;
      files.set(file, counts);
    }
  }
  const sorted = [...files].sort(([, one], [, other]) => {
    const at = one.findIndex((number, kind) => number !== other[kind]);
    return at < 0 ? 0 : (other[at] ?? 0) - (one[at] ?? 0);
  });
  const rows = sorted.map(([path, counts]) => [code(shorten(path, 200)), ...counts.map((number) => `${number || ""}`)]);
  return tableWithin("### Units by file\n\n", ["File", ...kinds.map(([name]) => name)], rows, kinds.length);
}
