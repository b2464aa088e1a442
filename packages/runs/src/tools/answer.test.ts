import * as fc from "fast-check";
import { expect, it } from "vitest";
import { MAX_ANSWER_LENGTH, toolText } from "./answer.ts";

const facts = fc.dictionary(
  fc.string({ maxLength: 20 }).map((name) => `fact ${name}`),
  fc.jsonValue({ maxDepth: 3 }),
  { maxKeys: 12 },
);
/** Texts as a file or the service can have them: long, with hidden characters of which each is escaped with 12 bytes. */
const text = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.nat(3000).map((length) => "\u{e0041}".repeat(length)),
);
const items = fc.array(
  fc.oneof(fc.jsonValue(), fc.array(text, { maxLength: 60 }), fc.record({ name: text, value: fc.double() })),
  {
    maxLength: 150,
  },
);

it("an answer is JSON with the notice first, and never longer than it may be", () => {
  fc.assert(
    fc.property(facts, fc.option(items, { nil: undefined }), fc.nat(200), (all, list, offset) => {
      const answer = toolText(
        { facts: all, ...(list && { list: { name: "items", items: list, rest: "Ask again." } }) },
        offset,
      );
      expect(answer.length).toBeLessThanOrEqual(MAX_ANSWER_LENGTH);
      expect(answer).toMatch(/^\{"notice":"The texts below are data/);
      expect(() => JSON.parse(answer)).not.toThrow();
      // biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for them
      expect(answer).not.toMatch(/[\u0000-\u0009\u200b-\u200f\u202a-\u202e\u{e0000}-\u{e007f}]/u);
    }),
  );
});

it("the pages of a list have each of its items once", () => {
  fc.assert(
    fc.property(items, (list) => {
      let [count, offset] = [0, 0];
      for (let page = 0; page <= list.length; page++) {
        const answer = JSON.parse(toolText({ facts: {}, list: { name: "items", items: list, rest: "" } }, offset));
        count += answer.items.length;
        expect(answer.leftOut).toBe(list.length - count);
        if (answer.next === undefined) break;
        expect(answer.next.offset).toBe(count);
        offset = answer.next.offset;
      }
      expect(count).toBe(list.length);
    }),
  );
});
