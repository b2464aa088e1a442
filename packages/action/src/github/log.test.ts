import { EOL } from "node:os";
import { visible } from "@analytics-engines/core/basics";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { logOf, writtenBy } from "../../test/support/runner/process.ts";
import { readRunnerLog } from "../../test/support/runner/runner-log.ts";
import { log, rawBlock } from "./step.ts";

describe("commands", () => {
  it("are written in the runner's format", () => {
    const place = { file: "a,b:c.json", line: 3, column: 5 };
    expect(writtenBy(() => log.annotate("error", "50 %\nof it", { title: "T: x", place }))).toBe(
      `::error title=T%3A x,file=a%2Cb%3Ac.json,line=3,col=5::50 %25%0Aof it${EOL}`,
    );
    expect(writtenBy(() => log.group("Checking"))).toBe(`::group::Checking${EOL}`);
    expect(writtenBy(() => log.endGroup())).toBe(`::endgroup::${EOL}`);
  });

  it("mask a secret, and never blank text", () => {
    expect(writtenBy(() => log.mask("s%cret"))).toBe(`::add-mask::s%25cret${EOL}`);
    expect(writtenBy(() => log.mask(" "))).toBe("");
  });

  it("carry any message to the reader, hidden characters spelt out", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (message, file) => {
        const { annotations } = logOf(() => log.annotate("error", message, { place: { file } }));
        const shown = message.split(/\r\n|\r|\n/).map(visible);
        expect(annotations).toEqual([{ level: "error", message: shown.join("\n"), ...(file !== "" && { file }) }]);
      }),
    );
  });
});

describe("lines", () => {
  it.each([
    "::error::x",
    "  ::add-mask::a",
    "\u00a0::error::x",
    "a\n::error::x",
    "a ##[error]b",
    "###[warning]x",
    "::::error::",
  ])("of %j issue no command", (text) => {
    const shown = logOf(() => log.line(text));
    expect(shown).toMatchObject({ annotations: [], masks: [] });
    expect(shown.lines).toHaveLength(1);
  });

  it("issue no command whatever they hold", () => {
    const piece = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("::", "##[", "error", "]", "\n", "\r", " ", "#", ":"),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const shown = logOf(() => log.line(pieces.join("")));
        expect(shown.lines).toHaveLength(1);
        expect(shown.commands).toEqual([]);
      }),
    );
  });
});

describe("rawBlock", () => {
  it("switches commands off for what it shows and on again after it", () => {
    const shown = readRunnerLog(`${rawBlock("Error: x\n    at ::error::y\n::error::z")}::warning::after\n`);
    expect(shown.annotations).toEqual([{ level: "warning", message: "after" }]);
    expect(shown.lines).toEqual(["Error: x", "    at ::error::y", "::error::z"]);
  });
});
