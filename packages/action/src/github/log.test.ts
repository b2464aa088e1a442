import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readRunnerLog } from "../../test/support/runner-log.ts";
import { createLog, formatCommand, type Log } from "./log.ts";
import { rawBlock } from "./raw-block.ts";

function written(use: (log: Log) => void): string {
  let text = "";
  use(createLog((part) => (text += part)));
  return text;
}

describe("commands", () => {
  it("are written in the runner's format", () => {
    const place = { file: "a,b:c.json", line: 3, column: 5 };
    expect(written((log) => log.annotate("error", "50 %\nof it", { title: "T: x", place }))).toBe(
      "::error title=T%3A x,file=a%2Cb%3Ac.json,line=3,col=5::50 %25%0Aof it\n",
    );
    expect(written((log) => log.group("Checking"))).toBe("::group::Checking\n");
    expect(written((log) => log.endGroup())).toBe("::endgroup::\n");
    expect(written((log) => log.debug("x"))).toBe("::debug::x\n");
  });

  it("mask a secret, and never blank text", () => {
    expect(written((log) => log.mask("s%cret"))).toBe("::add-mask::s%25cret\n");
    expect(written((log) => log.mask(" "))).toBe("");
  });

  it("carry any message to the reader unchanged", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (message, file) => {
        const { annotations } = readRunnerLog(`${formatCommand("error", message, { file })}\n`);
        expect(annotations).toEqual([{ level: "error", message, file }]);
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
    const log = readRunnerLog(written((to) => to.line(text)));
    expect(log).toMatchObject({ annotations: [], masks: [] });
    expect(log.lines).toHaveLength(1);
  });

  it("issue no command whatever they hold", () => {
    const piece = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("::", "##[", "error", "]", "\n", "\r", " ", "#", ":"),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const log = readRunnerLog(written((to) => to.line(pieces.join(""))));
        expect(log.lines).toHaveLength(1);
        expect(log.commands).toEqual([]);
      }),
    );
  });
});

describe("rawBlock", () => {
  it("switches commands off for what it shows and on again after it", () => {
    const log = readRunnerLog(`${rawBlock("Error: x\n    at ::error::y\n::error::z")}::warning::after\n`);
    expect(log.annotations).toEqual([{ level: "warning", message: "after" }]);
    expect(log.lines).toEqual(["Error: x", "    at ::error::y", "::error::z"]);
  });
});
