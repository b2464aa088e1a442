import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { createSimulator } from "@analytics-engines/simulator";
import { describe, expect, onTestFinished, test } from "vitest";
import { useBuiltCommand, workplace } from "../support/command.ts";
import { pricesSweep } from "../support/sweep.ts";

useBuiltCommand();

/** A folder with a sweep over two names. */
function sweepPlace(csv = "ticker,start\r\nALDR,\r\nBRKN,-3M\r\n") {
  const place = workplace();
  place.write("book/prices.quant.sweep.json", pricesSweep);
  place.write("book/names.csv", csv);
  return place;
}

async function service() {
  const simulator = createSimulator({ jobSeconds: 0.1, maxAgeSeconds: 1, duplicates: "allow" });
  const { url, close } = await simulator.listen();
  onTestFinished(close);
  const env = { ANALYTICS_USERNAME: "DEMO-1", ANALYTICS_API_KEY: "demo", ANALYTICS_BASE_URL: url };
  return { simulator, env };
}

describe("a sweep", () => {
  test("runs as a parameter file does, and the manifest names the row of each unit; a resumed run needs its rows unchanged", async () => {
    const { run, folder, write } = sweepPlace();
    const { env, simulator } = await service();
    expect(await run(["run"], env)).toMatchObject({
      code: 0,
      stdout:
        "success: 2 of 2 units in 1 file succeeded. Run folder: analytics-run\nReport: analytics-run/report.html\n",
    });
    const manifest = JSON.parse(readFileSync(path.join(folder, "analytics-run/manifest.json"), "utf8"));
    expect(manifest.files).toMatchObject([{ path: "book/prices.quant.sweep.json", family: "quant" }]);
    const name = "book/prices.quant.sweep.json";
    expect(manifest.files[0].units.map(({ id, row }: { id: string; row: object }) => [id, row]).sort()).toEqual([
      ["ALDR", { sweep: name, row: "ALDR", file: "book/names.csv", line: 2 }],
      ["BRKN", { sweep: name, row: "BRKN", file: "book/names.csv", line: 3 }],
    ]);
    expect(await run(["verify", "analytics-run"])).toMatchObject({ code: 0 });
    const requests = simulator.requests.length;
    expect(await run(["run", "--resume"], env)).toMatchObject({ code: 0 });
    expect(simulator.requests).toHaveLength(requests);
    write("book/names.csv", "ticker,start\nALDR,\nBRKN,-4M\n");
    const resumed = await run(["run", "--resume"], env);
    expect(resumed).toMatchObject({ code: 2 });
    expect(resumed.stderr).toContain("changed: book/prices.quant.sweep.json");
  });

  test("with a wrong cell is not run, and says where the cell is", async () => {
    const { run } = sweepPlace('ticker;start\n"AL\nDR";-2M\nBRKN;20240230\n');
    const { stdout, code } = await run(["validate"]);
    expect(code).toBe(1);
    expect(stdout).toContain("book/names.csv:4:6: error: ");
    expect(stdout).toContain("4 | BRKN;20240230");
    const { env, simulator } = await service();
    expect(await run(["run", "book"], env)).toMatchObject({ code: 1 });
    expect(simulator.requests).toEqual([]);
  });

  test("shows an error of the service at the cell that it speaks of", async () => {
    const { run, write } = sweepPlace();
    write(
      "book/weights.pa.sweep.json",
      JSON.stringify({
        template: { componentid: "D53D3CEE248C7AE310F1C18BAD9465F7B24462654EE111BEC2E0066603598FDC" },
        rows: "accounts.csv",
        id: "{name}",
        fill: { "/accounts/0/id": "Client:/{account}" },
      }),
    );
    write("book/accounts.csv", "name,account\na,Growth/GLOBAL_EQUITY.ACCT\nb,NOTHING.ACCT\n");
    const { env } = await service();
    const { stdout, stderr, code } = await run(["run", "book/weights.pa.sweep.json"], env);
    expect(code).toBe(1);
    expect(stdout + stderr).toContain("book/accounts.csv:3:3: error: Unit b failed: ");
  });

  test("whose rows are missing says so", async () => {
    const { run } = sweepPlace("ticker,start\n");
    const { stdout } = await run(["validate", "book/prices.quant.sweep.json", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      valid: false,
      files: [{ path: "book/prices.quant.sweep.json", issues: [{ code: "nothing-to-compute" }] }],
    });
  });
});

describe("expand", () => {
  test("prints the parameter files of a sweep", async () => {
    const { run } = sweepPlace();
    const { stdout, code } = await run(["expand", "book/prices.quant.sweep.json"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      "prices.quant.json": { data: { ALDR: { dates: { startDate: "-2M" } }, BRKN: { dates: { startDate: "-3M" } } } },
    });
  });

  test("writes them, and compares them", async () => {
    const { run, folder, write } = sweepPlace();
    const args = ["expand", "book/prices.quant.sweep.json", "--out", "out"];
    expect(await run([...args, "--check"])).toMatchObject({
      code: 1,
      stdout: "prices.quant.json cannot be read: no such file or directory\n",
    });
    expect(await run(args)).toMatchObject({ code: 0, stdout: "2 units in 1 file. Folder: out\n" });
    expect(readdirSync(path.join(folder, "out"))).toEqual(["prices.quant.json"]);
    expect(await run([...args, "--check"])).toMatchObject({ code: 0, stdout: "1 file as the sweep says\n" });
    expect(await run(["validate", "out"])).toMatchObject({ code: 0 });
    write("out/prices.2.quant.json", "{}");
    write("out/prices.other.quant.json", "{}");
    write("book/names.csv", "ticker,start\nALDR,\n");
    expect(await run([...args, "--check"])).toMatchObject({
      code: 1,
      stdout: "prices.quant.json differs from the sweep\nprices.2.quant.json is no longer a part of the sweep\n",
    });
  });

  test.each([
    [["expand", "a.quant.json"], "is no sweep"],
    [["expand", "book/prices.quant.sweep.json", "--check"], "name it with --out"],
  ])("%s is refused", async (args, words) => {
    const { run } = sweepPlace();
    const { code, stderr } = await run(args);
    expect(code).toBe(2);
    expect(stderr).toContain(words);
  });
});

describe("expand with a project file", () => {
  test("takes unknown properties as the file says", async () => {
    const { run, write } = sweepPlace();
    write("book/prices.quant.sweep.json", pricesSweep.replace('"template":{', '"template":{"extra":1,'));
    const expand = ["expand", "book/prices.quant.sweep.json"];
    expect(await run(expand)).toMatchObject({ code: 1 });
    write("analytics-engines.json", '{"unknownProperties": "warning"}');
    expect(await run(expand)).toMatchObject({ code: 0 });
    write("analytics-engines.json", '{"fils": []}');
    expect(await run(expand)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("analytics-engines.json:1:2: There is no property `fils`."),
    });
  });
});

describe("list", () => {
  const growth = JSON.stringify({
    template: { componentid: "A", accounts: [] },
    rows: "growth.csv",
    id: "{name}",
    fill: { "/accounts/0/id": "{account}" },
  });

  test("writes the accounts of a directory as the rows of a sweep, keeps other columns, and says which are new or gone", async () => {
    const { run, write, read } = workplace();
    write("growth.pa.sweep.json", growth);
    const { env } = await service();
    expect((await run(["validate"])).stdout).toContain("The file `growth.csv` cannot be read: no such file");
    const { stdout, code } = await run(["list", "accounts", "Client:/Growth", "--csv", "growth.csv"], env);
    expect(code).toBe(0);
    const accounts = stdout.split("\n").filter((line) => line.startsWith("+ Client:/Growth/"));
    expect(accounts).toContain("+ Client:/Growth/GLOBAL_EQUITY.ACCT");
    // Those of the directories below belong to it.
    expect(accounts).toContain("+ Client:/Growth/Regions/Themes/CLEAN_WATER.ACCT");
    expect(stdout).toContain(`${accounts.length} rows in growth.csv\n`);
    expect((await run(["validate"])).stdout).not.toContain("error");

    const [first = ""] = accounts.map((line) => line.slice(2));
    write("growth.csv", `account;desk\r\n${first};"a ""desk"""\r\nClient:/Growth/OLD.ACCT;x\r\n`);
    const again = await run(["list", "accounts", "Client:/Growth", "--csv", "growth.csv"], env);
    expect(again.stdout).toContain("- Client:/Growth/OLD.ACCT\n");
    expect(again.stdout).not.toContain(`+ ${first}\n`);
    const [header, row] = read("growth.csv").split("\n");
    expect(header).toBe("account,name,desk");
    expect(row).toMatch(/^Client:\/Growth\/(\w+)\.ACCT,\1,"a ""desk"""$/);
  });

  test("lists each kind of names, as lines, as CSV and as JSON", async () => {
    const { run } = workplace();
    const { env } = await service();
    const documents = await run(["list", "pa-documents", "Client:/"], env);
    const [document = ""] = documents.stdout.split(/ {2}|\n/);
    expect(document).toMatch(/^Client:\//);
    const components = await run(["list", "pa-components", document, "--json"], env);
    expect(JSON.parse(components.stdout)).toMatchObject({
      version: 1,
      kind: "pa-components",
      names: expect.arrayContaining([
        { id: expect.stringMatching(/^[0-9A-F]{64}$/), name: expect.any(String), category: expect.any(String) },
      ]),
    });
    const currencies = await run(["list", "currencies", "--csv", "-"], env);
    expect(currencies.stdout).toMatch(/^id,name\n(?:.*\n)*USD,US Dollar\n/);
    for (const words of [
      ["afi-strategies", "Client:/"],
      ["vault-configurations", "Client:/Growth/GLOBAL_EQUITY.ACCT"],
      ["spar-return-types", "Client:/Growth/GLOBAL_EQUITY.ACCT"],
      ["pricing-sources"],
      ["pa-frequencies"],
    ]) {
      const { code, stdout } = await run(["list", ...words], env);
      expect([words, code]).toEqual([words, 0]);
      expect(stdout).toMatch(/\S/);
    }
  });

  test("sends credentials only to the address of the environment, whatever the project file names", async () => {
    const { run, write } = workplace();
    const [{ env, simulator }, other] = [await service(), await service()];
    const connections = { prod: { baseUrl: other.env.ANALYTICS_BASE_URL } };
    write("analytics-engines.json", JSON.stringify({ connections, connection: "prod" }));
    const { code, stderr } = await run(["list", "accounts", "Client:/Growth"], env);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error: The connection prod .* Nothing was sent\./);
    expect([...simulator.requests, ...other.simulator.requests]).toEqual([]);
  });

  test.each([
    [["accounts"], "Name the directory of the accounts"],
    [["currencies", "Client:/"], "The service has one list of currencies: leave Client:/ out."],
    [["benchmarks"], "Allowed choices are accounts, "],
    [["accounts", "Client:/Growth", "--csv", "desks.csv"], "desks.csv is no CSV file with the column account."],
    [["accounts", "Client:/Nowhere", "--csv", "new.csv"], "404"],
  ])("refuses %j, and writes nothing", async (words, reason) => {
    const { run, write, read, folder } = workplace();
    write("desks.csv", "desk\nx\n");
    const { env } = await service();
    const { code, stderr } = await run(["list", ...words], env);
    expect([code, stderr]).toEqual([2, expect.stringContaining(reason)]);
    expect(read("desks.csv")).toBe("desk\nx\n");
    expect(readdirSync(folder)).toEqual(["desks.csv"]);
  });
});
