import type { ManifestReproduction, ReproductionResult } from "./manifest.ts";
import { flag, type JsonPlace, list, number, oneOf, optional, property, text } from "./parse.ts";

const outcomes = ["same-bytes", "same-tables", "differs", "not-comparable"] as const;

/** What a manifest says of the run that it reproduces. */
export function readReproduction(place: JsonPlace): ManifestReproduction {
  return {
    manifestSha256: text(property(place, "manifestSha256")),
    startedAt: text(property(place, "startedAt")),
    service: text(property(place, "service")),
    ...optional(place, "compared", readResult),
  };
}

function readResult(place: JsonPlace): ReproductionResult {
  return {
    reproduced: flag(property(place, "reproduced")),
    units: list(property(place, "units"), (unit) => ({
      path: text(property(unit, "path")),
      id: text(property(unit, "id")),
      outcome: oneOf(property(unit, "outcome"), outcomes),
      ...optional(unit, "reason", text),
      ...optional(unit, "moves", (moves) => list(moves, readMove)),
    })),
  };
}

function readMove(place: JsonPlace) {
  return {
    row: text(property(place, "row")),
    column: text(property(place, "column")),
    before: number(property(place, "before")),
    after: number(property(place, "after")),
  };
}
