import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { type FamilyId, families } from "@analytics-engines/core/basics";
import type { RunFile } from "../../src/index.ts";

const examples = new URL("../../../../docs/examples/", import.meta.url);

/** The request of a family's example, without its `$schema`. */
function exampleOf(family: FamilyId): Record<string, unknown> {
  const text = readFileSync(new URL(nameOf(family), examples), "utf8");
  const { $schema: _, ...request } = JSON.parse(text);
  return request;
}

const nameOf = (family: FamilyId) => `${families[family].example}.${family}.json`;

export function runFile(path: string, family: FamilyId, request: unknown): RunFile {
  const sha256 = hash("sha256", JSON.stringify([path, request]));
  return { path, family, request, sha256, parametersSha256: sha256 };
}

/** One job of each kind of answer. */
export function oneOfEach(): RunFile[] {
  return (["pa", "quant", "pub", "fi", "axp", "fiab"] as const).map((family) =>
    runFile(nameOf(family), family, exampleOf(family)),
  );
}

/** Many jobs. Of ten, seven have units, one has an info document, one has a single result, and one has no envelope. */
export function manyFiles(count: number): RunFile[] {
  const pa = exampleOf("pa");
  const [unit] = Object.values(Object(pa["data"]));
  const quant = exampleOf("quant");
  const [universe] = Object.values(Object(quant["data"]));
  const fi = exampleOf("fi");
  const fiab = exampleOf("fiab");
  return Array.from({ length: count }, (_, index) => {
    if (index % 10 === 7)
      return runFile(`${index}.quant.json`, "quant", { ...quant, data: { [`u${index}`]: universe } });
    if (index % 10 === 8) return runFile(`${index}.fi.json`, "fi", fi);
    if (index % 10 === 9) return runFile(`${index}.fiab.json`, "fiab", fiab);
    return runFile(`${index}.pa.json`, "pa", { ...pa, data: { [`u${index}`]: unit } });
  });
}
