import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../test/support/folders.ts";
import { checkFiles, toRunFiles } from "./check-files.ts";

/** A parameter file, and a sweep with a cell of two lines. */
const texts: Readonly<Record<string, string>> = {
  "weights.pa.json": `{
  "data": {
    "w": {
      "componentid": "A",
      "accounts": [{ "id": "B" }]
    }
  }
}
`,
  "prices.quant.sweep.json": `{
  "template": "prices.template.json",
  "rows": "names.csv",
  "id": "{ticker}",
  "fill": {
    "/universe/identifiers/0": "{ticker}",
    "/formulas/0/expr": "{formula}"
  }
}
`,
  "prices.template.json": `{
  "universe": { "source": "IdentifierUniverse", "universeType": "Equity", "identifiers": ["TODO"] },
  "dates": { "source": "FdsDate", "startDate": "-2M", "endDate": "0M", "frequency": "M", "calendar": "FIVEDAY" },
  "formulas": [{ "source": "FqlExpression", "expr": "P_PRICE(0)", "name": "Price" }]
}
`,
  "names.csv": 'ticker,formula\nALDR,P_PRICE(0)\nBRKN,"P_PRICE(0)\n/ 2"\n',
};

async function readWith(lineEnd: string) {
  const folder = await temporaryFolder();
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(texts))
    writeFileSync(path.join(folder, name), text.replaceAll("\n", lineEnd));
  const checked = await checkFiles(folder, ["weights.pa.json", "prices.quant.sweep.json"]);
  expect(checked.flatMap(({ issues }) => issues.filter(({ severity }) => severity === "error"))).toEqual([]);
  const { ready, problems } = toRunFiles(checked, folder);
  expect(problems).toEqual([]);
  return ready.map(({ path: name, sha256, parametersSha256, sources, request }) => ({
    name,
    sha256,
    parametersSha256,
    sources,
    request,
  }));
}

it("a file that is checked out with CR LF has the digests and the request of the same file with LF", async () => {
  const plain = await readWith("\n");
  expect(plain.map(({ name }) => name)).toEqual(["weights.pa.json", "prices.quant.sweep.json"]);
  expect(await readWith("\r\n")).toEqual(plain);
});
