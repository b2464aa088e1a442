import { describe, expect, it } from "vitest";
import { arrowKind } from "./kind.ts";

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

describe("the first bytes of a result", () => {
  it.each([
    ["ARROW1\0\0", "file"],
    ["ARROW1", "file"],
    ["FEA1\0\0\0\0", "feather-1"],
    ["\xff\xff\xff\xff\x10\0", "stream"],
    ["ARROW", undefined],
    ["ARROW2", undefined],
    ['{"data"', undefined],
    ["%PDF-1", undefined],
    ["PK\x03\x04", undefined],
    ["", undefined],
  ])("%j are %s", (text, kind) => {
    expect(arrowKind(bytes(text))).toBe(kind);
  });
});
