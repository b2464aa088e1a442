import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { familyIds } from "../families/families.ts";
import { readParameterFile } from "./read/read.ts";

/** A request of each family, as its snippet inserts it. */
function requestOf(family: string): string {
  const schema = JSON.parse(readFileSync(new URL(`../../schemas/${family}.schema.json`, import.meta.url), "utf8"));
  return JSON.stringify(schema.defaultSnippets[0].body, null, 2)
    .replace(/"\^\$\{\d+:([^}]*)\}"/g, "$1")
    .replace(/\$\{\d+:([^}]*)\}/g, "$1");
}

function errorsOf(text: string, family: string): string[] {
  const { issues } = readParameterFile(text, { path: `a.${family}.json` });
  return issues.flatMap(({ severity, code, message }) => (severity === "hint" ? [] : [`${code}: ${message}`]));
}

/** The texts with one typing error: a letter of a word is missing, doubled, swapped with the next, or wrong. */
function slips(text: string): string[] {
  return Array.from(text.matchAll(/[A-Za-z]{4,}/g)).flatMap(({ index, 0: word }) => {
    const at = index + 1 + (word.length % (word.length - 2));
    const [before, letter, next, after] = [text.slice(0, at), text[at], text[at + 1] ?? "", text.slice(at + 2)];
    return [
      before + next + after,
      before + letter + letter + next + after,
      before + next + letter + after,
      `${before}x${next}${after}`,
    ];
  });
}

describe("one typo", () => {
  it.each(familyIds)("in a name or value of %s gives at most one error", (family) => {
    const text = requestOf(family);
    expect(errorsOf(text, family)).toEqual([]);
    for (const slip of slips(text))
      expect(errorsOf(slip, family).length, `${errorsOf(slip, family).join("\n")}\n${slip}`).toBeLessThan(2);
  });

  it.each(familyIds)("in the punctuation of %s gives one error", (family) => {
    const text = requestOf(family);
    for (const { index } of text.matchAll(/[{}[\]:,"]/g)) {
      const slip = text.slice(0, index) + text.slice(index + 1);
      expect(errorsOf(slip, family).length, `${errorsOf(slip, family).join("\n")}\n${slip}`).toBeLessThan(2);
    }
  });

  it.each(familyIds)("in the brackets of %s gives one error", (family) => {
    const text = requestOf(family);
    for (const { index, 0: bracket } of text.matchAll(/[{}[\]]/g)) {
      const slip = text.slice(0, index) + bracket + text.slice(index);
      expect(errorsOf(slip, family).length, `${errorsOf(slip, family).join("\n")}\n${slip}`).toBeLessThan(2);
    }
  });

  it.each(familyIds)("in the brackets of %s hides no other mistake", (family) => {
    const text = requestOf(family);
    const lastBlock = text.lastIndexOf("{\n") + 1;
    const [indent = ""] = /^\s*/.exec(text.slice(lastBlock)) ?? [];
    const faulty = `${text.slice(0, lastBlock)}${indent}"zzzz": 1,${text.slice(lastBlock)}`;
    const [mistake = ""] = errorsOf(faulty, family);
    expect(mistake).toContain("zzzz");
    const hidden: string[] = [];
    for (const { index, 0: bracket } of faulty.matchAll(/[{}[\]]/g)) {
      for (const slip of [
        faulty.slice(0, index) + faulty.slice(index + 1),
        faulty.slice(0, index) + bracket + faulty.slice(index),
      ]) {
        const errors = errorsOf(slip, family);
        if (errors.length !== 2 || !errors.includes(mistake)) hidden.push(`${errors.join("\n")}\n${slip}`);
      }
    }
    expect(hidden).toEqual([]);
  });
});
