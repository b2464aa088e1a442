import { describe, expect, it } from "vitest";
import { occurrencesIn } from "./references.ts";

const account = { kind: "account", engine: "pa", id: "Client:/A.ACCT" } as const;
const pa = { path: "a.pa.json" };

async function found(text: string, reference: Parameters<typeof occurrencesIn>[1], options = pa): Promise<string[]> {
  return (await occurrencesIn(text, reference, options)).map(({ start, end }) => text.slice(start, end));
}

describe("occurrencesIn", () => {
  it("finds an account in any letter case, as an account and as a benchmark", async () => {
    const unit = { accounts: [{ id: "client:/a.acct" }], benchmarks: [{ id: "Client:/A.ACCT" }] };
    expect(await found(JSON.stringify({ data: { u: unit } }), account)).toEqual([
      '"client:/a.acct"',
      '"Client:/A.ACCT"',
    ]);
  });

  it("finds an account in files of all families, and a component only in its own", async () => {
    const spar = JSON.stringify({ data: { u: { componentid: "C", accounts: [{ id: account.id }] } } });
    expect(await found(spar, account, { path: "a.spar.json" })).toHaveLength(1);
    expect(await found(spar, { kind: "component", engine: "pa", id: "C" }, { path: "a.spar.json" })).toEqual([]);
    expect(await found(spar, { kind: "component", engine: "spar", id: "C" }, { path: "a.spar.json" })).toEqual(['"C"']);
  });

  it("does not find the same text at other places", async () => {
    expect(
      await found(JSON.stringify({ data: { "Client:/A.ACCT": { currencyisocode: account.id } } }), account),
    ).toEqual([]);
    expect(await found("no JSON", account)).toEqual([]);
  });
});
