import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { useBuiltCommand, type Workplace, workplace } from "../support/command.ts";
import { manifestFile, manifestOf } from "../support/manifest.ts";

useBuiltCommand();

const result = '{"data":{"tables":{}}}';
const digestOf = (content: string) => createHash("sha256").update(content).digest("hex");
const sha256 = digestOf(result);

function manifest(
  file: string,
  changes: Readonly<Record<string, unknown>> = {},
  asked: Readonly<Record<string, unknown>> = {},
) {
  const stored = { contentType: "application/json", bytes: result.length, sha256, warnings: [], errors: [] };
  const units = [{ id: "weights", status: "success", file, ...stored, ...changes }];
  return manifestOf([{ ...manifestFile, path: "parameters/weights.pa.json", ...asked, units }]);
}

let place: Workplace;
beforeEach(() => {
  place = workplace();
  place.write("run/manifest.json", manifest("weights.pa/weights.json"));
  place.write("run/weights.pa/weights.json", result);
});

test("a run is intact as it was stored, and what no digest covers is listed", async () => {
  place.write("run/journal.jsonl", "");
  expect(await place.run(["verify", "run"])).toEqual({
    code: 0,
    stdout:
      "Intact: 1 stored file as the manifest says\n1 of 1 unit has a result\nNot covered by a digest: journal.jsonl\n",
    stderr: "",
  });
});

test("the outcome begins with whether the folder is intact, then says how many units have results: a kept page is none", async () => {
  const text = "<html>Sign in</html>";
  place.write("run/weights.pa/gone.html", text);
  const kept = { file: "weights.pa/gone.html", contentType: "text/html", bytes: text.length, sha256: digestOf(text) };
  const units = [
    ...JSON.parse(manifest("weights.pa/weights.json")).files[0].units,
    { id: "gone", status: "failure", ...kept, warnings: [], errors: [] },
    { id: "refused", status: "failure", warnings: [], errors: [] },
  ];
  place.write("run/manifest.json", manifestOf([{ ...manifestFile, status: "failure", units }], { status: "failure" }));
  place.write("run/journal.jsonl", "");
  expect(await place.run(["verify", "run"])).toEqual({
    code: 0,
    stdout:
      "Intact: 2 stored files as the manifest says\n1 of 3 units have results\nNot covered by a digest: journal.jsonl\n",
    stderr: "",
  });
});

test("a result whose end nothing proves is a warning, and the run is intact", async () => {
  place.write("run/manifest.json", manifest("weights.pa/weights.json", { end: "not-proved" }));
  const { code, stdout } = await place.run(["verify", "run"]);
  expect(code).toBe(0);
  expect(stdout).toContain("weights.pa/weights.json: end not proved: nothing shows that its last byte is the last");
  expect(JSON.parse((await place.run(["verify", "run", "--json"])).stdout)).toMatchObject({
    intact: true,
    unproved: [{ parameters: "parameters/weights.pa.json", unit: "weights", file: "weights.pa/weights.json" }],
  });
});

describe("the commit of a run", () => {
  const commit = "0123456789abcdef0123456789abcdef01234567";
  const stated = (provenance: unknown) =>
    place.write(
      "run/manifest.json",
      JSON.stringify({ ...JSON.parse(manifest("weights.pa/weights.json")), provenance }),
    );
  const verify = (asked: string, ...more: string[]) => place.run(["verify", "run", "--commit", asked, ...more]);

  test.each([commit, commit.toUpperCase(), commit.slice(0, 7)])("is the one of its manifest: %s", async (asked) => {
    stated({ commit });
    expect(await verify(asked)).toEqual({
      code: 0,
      stdout: "Intact: 1 stored file as the manifest says\n1 of 1 unit has a result\n",
      stderr: "",
    });
  });

  test("is a failure where it is another, differs in the files, or is missing: the message says what the manifest states", async () => {
    stated({ commit });
    expect(await verify("fedcba9")).toEqual({
      code: 1,
      stdout: `Intact: 1 stored file as the manifest says\nThe manifest states the commit ${commit}, not fedcba9. Name that commit, or get the run folder of fedcba9.\n1 of 1 unit has a result\n`,
      stderr: "",
    });
    stated({ commit, uncommitted: true });
    expect((await verify(commit)).stdout).toContain("a parameter file differed from it");
    stated(undefined);
    const { code, stdout } = await verify(commit, "--json");
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({
      code: 1,
      intact: true,
      commitProblem: expect.stringMatching(/^The manifest states no commit/),
    });
  });

  test("is refused where it is shorter than 7 digits, or no id", async () => {
    for (const asked of ["012345", "main"])
      expect(await verify(asked)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("at least its first 7 digits"),
      });
  });
});

describe("the command names as altered", () => {
  const file = () => path.join(place.folder, "run/weights.pa/weights.json");
  const say = async (message: string) => {
    const { code, stdout } = await place.run(["verify", "run"]);
    expect(stdout).toContain(message);
    expect(code).toBe(1);
  };

  test("a byte", async () => {
    writeFileSync(file(), result.replace("data", "date"));
    await say("weights.pa/weights.json: altered: its SHA-256 is not that of the bytes that were stored");
  });

  test("the length", async () => {
    writeFileSync(file(), `${result} `);
    await say("weights.pa/weights.json: altered: it has 23 bytes, and 22 were stored");
  });

  test("a file that is gone", async () => {
    rmSync(file());
    await say("weights.pa/weights.json: missing: the file is missing");
  });

  test("a link in the file's or its folder's place, even to the same bytes", async () => {
    place.write("elsewhere/weights.json", result);
    rmSync(file());
    symlinkSync("../../elsewhere/weights.json", file());
    await say("weights.pa/weights.json: altered: it is not a file, or a link leads to it");
    rmSync(path.dirname(file()), { recursive: true });
    symlinkSync("../elsewhere", path.dirname(file()));
    await say("weights.pa/weights.json: altered: it is not a file, or a link leads to it");
  });

  test("an info document", async () => {
    const info = { info: "weights.pa/info/weights.json", infoBytes: 2, infoSha256: "0".repeat(64) };
    place.write("run/manifest.json", manifest("weights.pa/weights.json", info));
    await say("weights.pa/info/weights.json: missing: the file is missing");
    place.write("run/weights.pa/info/weights.json", "{}");
    await say("weights.pa/info/weights.json: altered: its SHA-256 is not that of the bytes that were stored");
  });

  test("a manifest that lacks a digest, or a result of a unit that succeeded", async () => {
    place.write("run/manifest.json", manifest("weights.pa/weights.json", { sha256: undefined }));
    await say("the manifest has no file, size or digest for it");
    place.write("run/manifest.json", manifest("weights.pa/x.json", { file: undefined }));
    await say("parameters/weights.pa.json, unit weights: missing: the unit succeeded");
  });

  test("files with control characters in their names, spelt out", async () => {
    const text = readFileSync(path.join(place.folder, "run/manifest.json"), "utf8");
    rmSync(file());
    place.write("run/manifest.json", text.replaceAll("weights.pa/weights.json", "weights.pa/##[error]a.json"));
    await say("weights.pa/#\\u{23}[error]a.json: missing");
    place.write("run/\u001b[2J.json", "");
    await say("Not covered by a digest: \\u{1b}[2J.json");
  });
});

describe("the command names as no result, although it is as it was stored,", () => {
  const wholePdf = "%PDF-1.7\n%%EOF\n";
  const verify = async (content: string, contentType: string, asked: Readonly<Record<string, unknown>> = {}) => {
    place.write("run/weights.pa/weights.json", content);
    const stored = { contentType, bytes: Buffer.byteLength(content), sha256: digestOf(content) };
    place.write("run/manifest.json", manifest("weights.pa/weights.json", stored, asked));
    return place.run(["verify", "run"]);
  };

  test.each([
    ["a page", "<html><title>Sign in</title></html>", "text/html", "a page of 35 bytes"],
    ["an empty body", "", "application/json", "an empty body"],
    ["nothing", "{}", "application/json", "JSON with nothing in it"],
    ["an error list", '{"errors":[{"title":"x"}]}', "application/json", "a list of one error"],
    ["a status document", '{"data":{"status":"Executing"}}', "application/json", "a status document"],
    ["another format", wholePdf, "application/pdf", "a PDF file"],
    ["a file that was cut off", "%PDF-1.7", "application/pdf", "a PDF file of 8 bytes that is cut off before its end"],
  ])("%s", async (_what, content, contentType, said) => {
    const { code, stdout } = await verify(content, contentType, { expects: "stach" });
    expect(stdout).toContain(`weights.pa/weights.json: no result: the service gave ${said}`);
    expect(stdout).toContain("Not intact: 1 problem in 1 stored file\n");
    expect(code).toBe(1);
  });

  test("a page in place of a result, also in a manifest of an older version", {
    tags: "full",
  }, async () => {
    expect((await verify("<html></html>", "text/html")).code).toBe(1);
    expect((await verify("{}", "application/json")).code).toBe(1);
    for (const content of ["ARROW1\0\0ARROW1", wholePdf, "a,b", result]) {
      expect((await verify(content, "application/octet-stream")).code).toBe(0);
    }
    for (const content of ["ARROW1", "%PDF-1.7", "PK\u0003\u0004"]) {
      expect((await verify(content, "application/octet-stream")).stdout).toContain("that is cut off before its end");
    }
    expect((await verify(wholePdf, "application/pdf", { family: "pub" })).code).toBe(0);
    expect((await verify(result, "application/json", { family: "pub" })).code).toBe(1);
  });

  test("nothing of what the run itself calls a failure", async () => {
    const content = "<html></html>";
    place.write("run/weights.pa/weights.json", content);
    const stored = { status: "failure", contentType: "text/html", bytes: content.length, sha256: digestOf(content) };
    place.write("run/manifest.json", manifest("weights.pa/weights.json", stored, { expects: "stach" }));
    expect((await place.run(["verify", "run"])).code).toBe(0);
  });
});

test("--json prints the outcome", async () => {
  rmSync(path.join(place.folder, "run/weights.pa/weights.json"));
  const { code, stdout } = await place.run(["verify", "run", "--json"]);
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toEqual({
    version: 1,
    intact: false,
    status: "success",
    results: 1,
    problems: [
      {
        parameters: "parameters/weights.pa.json",
        unit: "weights",
        file: "weights.pa/weights.json",
        kind: "missing",
        message: "the file is missing",
      },
    ],
    uncovered: [],
  });
});

test("a run that has not finished is said to be so", async () => {
  const text = readFileSync(path.join(place.folder, "run/manifest.json"), "utf8");
  place.write("run/manifest.json", text.replace('"finishedAt":"2026-11-20T09:01:00Z",', ""));
  expect((await place.run(["verify", "run"])).stdout).toContain("The run has not finished");
});

test.each([
  ["a folder that there is not", "nowhere", "is not a run folder"],
  ["a folder without a manifest", "empty", "is not a run folder"],
  ["a damaged manifest", "damaged", "manifest.json"],
])("%s cannot be verified", async (_, name, message) => {
  mkdirSync(path.join(place.folder, "empty"));
  place.write("damaged/manifest.json", '{"version":1');
  expect(await place.run(["verify", name])).toMatchObject({
    code: 2,
    stdout: "",
    stderr: expect.stringContaining(message),
  });
});

test.each([
  "../secret.json",
  "/etc/hostname",
  "weights.pa/../../secret.json",
  "..\\secret.json",
  "",
  "\u001b[2J/a.json",
])("a manifest that names %j is refused with its place, and nothing is read", async (name) => {
  place.write("secret.json", result);
  place.write("run/manifest.json", manifest(name));
  const { code, stdout, stderr } = await place.run(["verify", "run"]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain("run/manifest.json.files[0].units[0].file names ");
  expect(stderr).not.toContain("\u001b");
});

test("what links in the folder lead to is not listed", async () => {
  place.write("elsewhere/secret.json", result);
  symlinkSync("../elsewhere", path.join(place.folder, "run/linked"));
  const { code, stdout } = await place.run(["verify", "run"]);
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: "Intact: 1 stored file as the manifest says\n1 of 1 unit has a result\nNot covered by a digest: linked\n",
  });
});

test("a moved run is the same run", async () => {
  renameSync(path.join(place.folder, "run"), path.join(place.folder, "moved"));
  expect((await place.run(["verify", "moved"])).code).toBe(0);
});
