import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { createSimulator } from "@analytics-engines/simulator";
import { describe, expect, onTestFinished, test } from "vitest";
import { useBuiltCommand, validFile, workplace } from "../support/command.ts";

useBuiltCommand();

const KEY = "key-of-the-runner-4711";
const environment = { ANALYTICS_USERNAME: "USER-1", ANALYTICS_API_KEY: KEY };
const sweep = (rows: string, template = "t.json") =>
  JSON.stringify({ template, rows, id: "{a}", fill: { "/accounts/0/id": "{a}" } });
const template = JSON.stringify({ componentid: "0A".repeat(32), accounts: [{ id: "" }] });

/** A checkout in which a merge request added files, beside a folder of the machine. */
function checkout() {
  const [place, machine] = [workplace(), workplace()];
  mkdirSync(path.join(place.folder, ".git"));
  place.write("book/t.json", template);
  place.write(".git/config", KEY);
  machine.write("rows.csv", `${KEY},b\n1,2\n`);
  machine.write("secret.pa.json", `{"data": {"${KEY}": 1}}`);
  machine.write("s.pa.sweep.json", sweep("rows.csv"));
  return {
    ...place,
    machine,
    /** The folder of the machine, from the folder `book`. */
    outside: `../../${path.basename(machine.folder)}`,
    link: (target: string, name: string) => symlinkSync(target, path.join(place.folder, name)),
  };
}

type Attack = (place: ReturnType<typeof checkout>) => void;
const attacks: Readonly<Record<string, Attack>> = {
  "rows that are the environment"({ write }) {
    write("book/s.pa.sweep.json", sweep("../../../proc/self/environ"));
  },
  "rows by a link to the environment"({ write, link }) {
    write("book/s.pa.sweep.json", sweep("rows.csv"));
    link("/proc/self/environ", "book/rows.csv");
  },
  "rows beside the checkout"({ write, outside }) {
    write("book/s.pa.sweep.json", sweep(`${outside}/rows.csv`));
  },
  "rows by a link to their folder"({ write, outside, link }) {
    write("book/s.pa.sweep.json", sweep("linked/rows.csv"));
    link(outside, "book/linked");
  },
  "a template beside the checkout"({ write, outside }) {
    write("book/s.pa.sweep.json", sweep("rows.csv", `${outside}/secret.pa.json`));
    write("book/rows.csv", "a\n1\n");
  },
  "a sweep by a link"({ outside, link }) {
    link(`${outside}/s.pa.sweep.json`, "book/s.pa.sweep.json");
  },
  "a parameter file by a link"({ outside, link }) {
    link(`${outside}/secret.pa.json`, "book/a.pa.json");
  },
  "a parameter file that is the environment"({ link }) {
    link("/proc/self/environ", "book/a.pa.json");
  },
  "a checks file by a link"({ write, outside, link }) {
    write("book/good.pa.json", validFile);
    link(`${outside}/secret.pa.json`, "book/a.checks.json");
  },
  "git's own files"({ link }) {
    link("../.git/config", "book/a.pa.json");
  },
  "a project file by a link"({ outside, link }) {
    link(`${outside.slice(3)}/secret.pa.json`, "analytics-engines.json");
  },
  "a folder that the project file names, by a link"({ write, outside, link }) {
    write("analytics-engines.json", JSON.stringify({ files: ["book/linked/*.json"] }));
    link(outside, "book/linked");
  },
};

describe("a file of a checkout reads nothing outside of it, and shows nothing of it:", () => {
  test.each(Object.keys(attacks))("%s", async (name) => {
    const place = checkout();
    attacks[name]?.(place);
    const names = ["book/s.pa.sweep.json", "book/a.pa.json", "book/a.checks.json"].filter((file) =>
      existsSync(path.join(place.folder, file)),
    );
    // As the recipes for CI systems call it, and as git hooks do, with the names of the files of a commit.
    for (const args of [
      ["validate"],
      ["validate", "--json"],
      ["validate", "--sarif", "-"],
      ["validate", "--", ...names],
    ]) {
      const { code, stdout, stderr } = await place.run(args, environment);
      expect([0, 130]).not.toContain(code);
      expect(stdout + stderr).not.toMatch(new RegExp(`${KEY}|ANALYTICS_API_KEY|secret\\.pa\\.json:`));
      expect(stdout + stderr).toMatch(/outside of the project|of the system|git's own files/);
    }
  });
});

test("a run sends nothing of a file outside", async () => {
  const simulator = createSimulator({ jobSeconds: 0.1, maxAgeSeconds: 1 });
  const { url, close } = await simulator.listen();
  onTestFinished(close);
  const place = checkout();
  place.write("book/s.pa.sweep.json", sweep(`${place.outside}/rows.csv`));
  const { code, stdout, stderr } = await place.run(["run"], { ...environment, ANALYTICS_BASE_URL: url });
  expect({ code, requests: simulator.requests }).toEqual({ code: 1, requests: [] });
  expect(stdout + stderr).not.toContain(KEY);
});

test("no link in a checkout leads an output of the command elsewhere", async () => {
  const place = checkout();
  place.write("book/good.pa.json", validFile);
  place.machine.write("profile", "kept");
  place.link(`${place.outside.slice(3)}/profile`, "out.sarif");
  place.link(place.outside.slice(3), "out");
  for (const target of ["out.sarif", "out/profile"]) {
    const { code, stderr } = await place.run(["validate", "--sarif", target]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("leads outside of the project") });
  }
  expect(place.machine.read("profile")).toBe("kept");
});

test("files that a person types may lie outside, with what they name beside them, and not beyond", async () => {
  const place = checkout();
  place.machine.write("t.json", template);
  place.machine.write("rows.csv", "a\nBMK:X\n");
  for (const name of [`${place.outside.slice(3)}/s.pa.sweep.json`, path.join(place.machine.folder, "s.pa.sweep.json")])
    expect(await place.run(["validate", name])).toMatchObject({ code: 0 });
  place.machine.write("beyond.pa.sweep.json", sweep("../../proc/self/environ"));
  const { code, stdout } = await place.run(["validate", `${place.outside.slice(3)}/beyond.pa.sweep.json`], environment);
  expect(code).toBe(1);
  expect(stdout).not.toContain(KEY);
});
