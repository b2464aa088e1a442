import fc from "fast-check";
import { applyEdits } from "jsonc-parser";
import { expect, test } from "vitest";
import { arbitraryOf } from "../../test/support/parameters/arbitrary.ts";
import { sampleSize } from "../../test/support/sample.ts";
import { applyFixes } from "./issues/fixes.ts";
import { issueCodes } from "./issues/issue.ts";
import { MAX_CHARACTERS } from "./read/parse.ts";
import { type ParameterFile, readParameterFile } from "./read/read.ts";
import { documentKinds, shapeOf } from "./shapes/shape.ts";

/** Checks what holds for every text: its issues are in order and within the text, and it has a request only if it has no error. */
function expectSound(text: string, file: ParameterFile): void {
  let last = 0;
  for (const { code, range, fixes, message } of file.issues) {
    expect(issueCodes).toContain(code);
    expect(range.start.offset).toBeGreaterThanOrEqual(last);
    expect(range.end.offset).toBeGreaterThanOrEqual(range.start.offset);
    expect(range.end.offset).toBeLessThanOrEqual(text.length);
    expect(message).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    for (const { edits } of fixes) applyEdits(text, [...edits]);
    last = range.start.offset;
  }
  const hasErrors = file.issues.some(({ severity }) => severity === "error");
  expect(file.request === undefined).toBe(hasErrors);
}

/** Documents of every kind, indented or not, some with a comma or a bracket too many. */
const documents = fc
  .constantFrom(...documentKinds)
  .chain((kind) => fc.tuple(fc.constant(kind), arbitraryOf(shapeOf(kind)), fc.constantFrom(0, 2)))
  .map(([kind, document, indent]) => ({ kind, text: JSON.stringify(document, null, indent) ?? "null" }));

const slips = [
  ...[
    "",
    ",",
    "{",
    "}",
    "[",
    "]",
    ")",
    '"',
    "\\",
    "//",
    "/*",
    "0",
    ",285",
    ".",
    "+1",
    "\u0000",
    "\uFEFF",
    "\ud800",
    "\u200b",
  ],
  ...["'", "“", "”", "«", "None", "True", "NaN", "word", "#", ";", "=", ": ", " ", "\t", "\n"],
];

const mutated = fc
  .tuple(documents, fc.array(fc.tuple(fc.nat(), fc.nat(3), fc.constantFrom(...slips))))
  .map(([{ kind, text }, edits]) => {
    let changed = text;
    for (const [at, gone, put] of edits) {
      const start = at % (changed.length + 1);
      changed = changed.slice(0, start) + put + changed.slice(start + gone);
    }
    return { kind, text: changed };
  });

test("any text gives issues, never an exception", () => {
  const text = fc.oneof(fc.string(), fc.string({ unit: "binary" }), fc.json());
  fc.assert(
    fc.property(text, (any) => expectSound(any, readParameterFile(any))),
    { numRuns: sampleSize(500) },
  );
  fc.assert(
    fc.property(text, (any) => expectSound(any, readParameterFile(any, { family: "quant" }))),
    { numRuns: sampleSize(500) },
  );
});

test("a mutated file gives issues, never an exception", () => {
  fc.assert(
    fc.property(mutated, ({ kind, text }) => {
      expectSound(text, readParameterFile(text, { path: `a.${kind}.json` }));
    }),
    { numRuns: sampleSize(1000) },
  );
});

test("a valid file parses to the request, whatever its letter case", () => {
  fc.assert(
    fc.property(documents, ({ kind, text }) => {
      const { request, issues } = readParameterFile(text, { path: `a.${kind}.json` });
      const canonical = JSON.stringify(request);
      if (request) expect(readParameterFile(canonical, { path: `a.${kind}.json` }).request).toEqual(request);
      if (request && issues.length === 0) expect(request).toEqual(JSON.parse(text));
    }),
    { numRuns: sampleSize(300) },
  );
});

/** Pointers and values of everything that is not an object or a list. */
function leaves(value: unknown, pointer = ""): [string, unknown][] {
  if (typeof value !== "object" || value === null) return [[pointer, value]];
  return Object.entries(value).flatMap(([key, inner]) =>
    leaves(inner, `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`),
  );
}

test("the range of a pointer of the request holds the value", () => {
  let found = 0;
  fc.assert(
    fc.property(documents, ({ kind, text }) => {
      const { request, rangeOf } = readParameterFile(text, { path: `a.${kind}.json` });
      const all = request ? leaves(request) : [];
      for (const [pointer, value] of all) {
        const range = rangeOf(pointer);
        const written: unknown = JSON.parse(text.slice(range?.start.offset, range?.end.offset));
        expect(String(written).toLowerCase()).toBe(String(value).toLowerCase());
        found++;
      }
    }),
    { numRuns: sampleSize(300) },
  );
  expect(found).toBeGreaterThan(sampleSize(100));
});

test("applying the safe fixes again changes nothing, and what was valid stays valid and means the same", () => {
  fc.assert(
    fc.property(fc.oneof(documents, mutated), ({ kind, text }) => {
      const before = readParameterFile(text, { path: `a.${kind}.json` });
      const once = applyFixes(text, before.issues);
      const after = readParameterFile(once, { path: `a.${kind}.json` });
      expect(applyFixes(once, after.issues)).toBe(once);
      if (before.request) expect(after.request).toBeDefined();
      if (before.request && !before.issues.some(({ code }) => code === "deprecated-property")) {
        expect(after.request).toEqual(before.request);
      }
    }),
    { numRuns: sampleSize(1000) },
  );
});

test("nesting without end and files without end are refused in a sentence", () => {
  for (const text of ["[".repeat(10_000), '{"a":'.repeat(10_000), `${"[".repeat(10_000)}${"]".repeat(10_000)}`]) {
    expect(readParameterFile(text).issues.map(({ code }) => code)).toEqual(["too-deep"]);
  }
  const huge = readParameterFile(`"${"x".repeat(MAX_CHARACTERS)}"`);
  expect(huge.issues.map(({ message }) => message)).toEqual([
    `The file has ${MAX_CHARACTERS + 2} characters; more than ${MAX_CHARACTERS} are not read.`,
  ]);
});

test("issues without end are counted, and the file is not taken for valid", () => {
  const { issues, request } = readParameterFile(
    `{"data":{${Array.from({ length: 20_000 }, (_, at) => `"u${at}":1`)}}}`,
    { family: "pa" },
  );
  expect(issues).toHaveLength(10_001);
  expect(issues.find(({ code }) => code === "too-many-issues")).toMatchObject({
    severity: "error",
    message: "Not listed here: 10000 more errors, 0 more warnings, 0 more hints.",
  });
  expect(request).toBeUndefined();
});

test("names of objects' inheritance are names like any other", () => {
  const unit = { componentid: "0A".repeat(32) };
  const names = ["constructor", "toString", "hasOwnProperty", "valueOf", "__defineGetter__"];
  const file = readParameterFile(JSON.stringify({ data: Object.fromEntries(names.map((name) => [name, unit])) }), {
    family: "pa",
  });
  expect(file.issues).toEqual([]);
  expect(file.units).toEqual(names);
  const strange = readParameterFile('{"data":{"u":{"componentid":"","constructor":{},"__proto__":{"a":1}}}}', {
    family: "pa",
  });
  expect(strange.issues.filter(({ severity }) => severity === "error").map(({ code }) => code)).toEqual([
    "unknown-property",
    "unknown-property",
  ]);
  expect(Object.hasOwn(Object.prototype, "a")).toBe(false);
});
