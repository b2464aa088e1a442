import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { FamilyId } from "@analytics-engines/core";
import type { RunFile } from "@analytics-engines/runs";

const examples = new URL("../../../../docs/examples/", import.meta.url);

/** The request of an example, as it is sent. */
function example(name: string): Record<string, unknown> {
  const { $schema: _, ...request } = JSON.parse(readFileSync(new URL(name, examples), "utf8"));
  return request;
}

function runFile(path: string, family: FamilyId, request: unknown): RunFile {
  const sha256 = createHash("sha256")
    .update(JSON.stringify([path, request]))
    .digest("hex");
  return { path, family, request, sha256, parametersSha256: sha256 };
}

/** One job of each way to answer. */
export function oneOfEach(): RunFile[] {
  return [
    runFile("weights.pa.json", "pa", example("weights.pa.json")),
    runFile("prices.quant.json", "quant", example("prices.quant.json")),
    runFile("monthly-book.pub.json", "pub", example("monthly-book.pub.json")),
    runFile("bonds.fi.json", "fi", example("bonds.fi.json")),
    runFile("equal-risk.npo.json", "npo", example("equal-risk.npo.json")),
    runFile("batch.fiab.json", "fiab", example("batch.fiab.json")),
  ];
}

/** Many jobs: of ten, seven of units, and one each with info, with one result, and bare. */
export function manyFiles(count: number): RunFile[] {
  const pa = example("weights.pa.json");
  const [unit] = Object.values(Object(pa["data"]));
  const quant = example("prices.quant.json");
  const [universe] = Object.values(Object(quant["data"]));
  const fi = example("bonds.fi.json");
  const fiab = example("batch.fiab.json");
  return Array.from({ length: count }, (_, index) => {
    if (index % 10 === 7)
      return runFile(`${index}.quant.json`, "quant", { ...quant, data: { [`u${index}`]: universe } });
    if (index % 10 === 8) return runFile(`${index}.fi.json`, "fi", fi);
    if (index % 10 === 9) return runFile(`${index}.fiab.json`, "fiab", fiab);
    return runFile(`${index}.pa.json`, "pa", { ...pa, data: { [`u${index}`]: unit } });
  });
}
