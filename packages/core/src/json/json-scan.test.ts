import { describe, expect, it } from "vitest";
import { NO_JSON, skipValue } from "./json-scan.ts";
import { MORE, unitsOf } from "./tokens.ts";

const endIn = (text: string) => skipValue(unitsOf(text), 0, text.length);

describe("the end of a value in a text", () => {
  it.each(['{"é": ["日本", "\u2028"]}', '["\\u65e5", 1.5e3]', '"日\\"本"'])(
    "of %s is found before what follows",
    (json) => {
      expect(endIn(`${json}, 1`)).toBe(json.length);
    },
  );

  it("is not found where the text ends too early", () => {
    expect(endIn('{"a": [1')).toBe(MORE);
  });

  it.each(["[\u0130]", "{\u017b: 1}", "[1\u012c2]", "[tru\u0165]"])(
    "is refused for %s, whose characters equal those of JSON in their low byte",
    (text) => {
      expect(endIn(text)).toBe(NO_JSON);
    },
  );
});
