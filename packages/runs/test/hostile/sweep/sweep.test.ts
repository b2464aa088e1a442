import { seededRandom } from "@analytics-engines/core/testing";
import { describe, expect, it } from "vitest";
import { isFull } from "../../../../core/test/support/sample.ts";
import { kinds } from "../service/kinds.ts";
import { lengthOfAnswer, runCut, sweptStepsOf } from "./cuts.ts";

/** At how many places `npm test` cuts each answer, always the same ones. */
const SAMPLES = 1;

const answers = kinds.flatMap((kind) => sweptStepsOf(kind).map((step) => ({ kind, step, name: kind.id })));

describe("an answer that is cut after any of its bytes", () => {
  it.each(answers)("makes no second job and no wrong bytes at the $step of $name", async ({ kind, step }) => {
    const length = await lengthOfAnswer(kind, step);
    const random = seededRandom(length);
    const places = Array.from({ length: isFull ? length : SAMPLES }, (_, index) =>
      isFull ? index : Math.floor(random() * length),
    );
    for (const bytes of places) {
      const end = await runCut(kind, step, bytes);
      expect({ bytes, hasMetFault: end.hasMetFault, broken: end.broken }).toEqual({
        bytes,
        hasMetFault: true,
        broken: [],
      });
    }
  });
});
