import path from "node:path";
import { readManifest } from "@analytics-engines/runs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { paUnit } from "../support/parameters.ts";
import { createWorld, type World } from "../support/world.ts";

const sweep = {
  template: paUnit(1),
  rows: "accounts.csv",
  id: "{name}",
  fill: { "/currencyisocode": "{currency}" },
};

let world: World;
beforeEach(async () => {
  world = await createWorld();
  world.write("book/funds.pa.sweep.json", JSON.stringify(sweep));
});
afterEach(() => world[Symbol.asyncDispose]());

describe("a sweep in the Action", () => {
  it("runs as a parameter file does, and the manifest names its rows", async () => {
    world.write("book/accounts.csv", "name,currency\r\na,USD\r\nb,EUR\r\n");
    const step = await world.run({ files: "book/*.sweep.json", artifacts: "none" });
    expect(step).toMatchObject({ code: 0, outputs: { status: "success", "unit-count": "2", "file-count": "1" } });
    const { files } = await readManifest(path.join(world.workspace, "analytics-run"));
    const rows = files.flatMap(({ units }) => units.map(({ row }) => row));
    expect(rows).toContainEqual({ sweep: "book/funds.pa.sweep.json", row: "b", file: "book/accounts.csv", line: 3 });
  });

  it("with a wrong cell fails the check and the run at the cell, and sends nothing", async () => {
    world.write("book/accounts.csv", "name,currency\na,USD\n,EUR\n");
    const checked = await world.validate({ files: "book/*.sweep.json" });
    const ran = await world.run({ files: "book/*.sweep.json", artifacts: "none" });
    for (const step of [checked, ran]) {
      expect(step.code).toBe(1);
      expect(step.annotations[0]).toMatchObject({ level: "error", file: "book/accounts.csv", line: "3", col: "1" });
    }
    expect(world.simulator.requests).toEqual([]);
  });

  it("is asked about online: each name that the service does not know is one warning, however many rows have it", async () => {
    const template = { ...paUnit(1), benchmarks: [{ id: "BMK:NOTHING" }] };
    world.write("book/funds.pa.sweep.json", JSON.stringify({ ...sweep, template }));
    world.write("book/accounts.csv", "name,currency\na,USD\nb,QQQ\nc,QQQ\n");
    const { annotations } = await world.validate({ files: "book/*.sweep.json", online: "true", ...world.connection });
    const unknown = (word: string) => annotations.filter(({ message }) => message.includes(word));
    const column = `${JSON.stringify({ ...sweep, template }).indexOf('"BMK:NOTHING"') + 1}`;
    expect(unknown("BMK:NOTHING")).toMatchObject([{ level: "warning", file: "book/funds.pa.sweep.json", col: column }]);
    expect(unknown("knows no currency `QQQ`")).toMatchObject([
      { level: "warning", file: "book/accounts.csv", line: "3", col: "3" },
    ]);
  });

  it("whose job the service refuses is annotated at the cell that the error speaks of", async () => {
    const account = { id: "filled by each row" };
    const template = { ...paUnit(1), accounts: [account] };
    world.write(
      "book/funds.pa.sweep.json",
      JSON.stringify({ ...sweep, template, fill: { "/accounts/0/id": "{currency}" } }),
    );
    world.write("book/accounts.csv", "name,currency\na,BMK:WORLD\nb,Client:/Growth/NOTHING.ACCT\n");
    const { annotations } = await world.run({ files: "book/*.sweep.json", artifacts: "none" });
    expect(annotations).toContainEqual(
      expect.objectContaining({ level: "error", file: "book/accounts.csv", line: "3", col: "3" }),
    );
  });

  it("reads no file that a link leads to outside of the project", async () => {
    world.write("book/funds.pa.sweep.json", JSON.stringify({ ...sweep, rows: "../../../../etc/passwd" }));
    const { annotations, code } = await world.validate({ files: "book/*.sweep.json" });
    expect(code).toBe(1);
    expect(annotations[0]).toMatchObject({ level: "error", file: "book/funds.pa.sweep.json" });
    expect(annotations[0]?.message).not.toContain("root:");
  });
});
