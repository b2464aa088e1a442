import { readdirSync, symlinkSync } from "node:fs";
import { decodePlan } from "@analytics-engines/runs/run";
import { beforeAll, describe, expect, it } from "vitest";
import { ensureBuilt } from "../../build.ts";
import { paRequest, paUnit } from "../support/parameters.ts";
import { createRepository, type GitRepository } from "../support/repository.ts";
import { planAction, runStep, type StepOptions } from "../support/runner/runner.ts";

beforeAll(() => ensureBuilt());

function plan(
  repository: Pick<GitRepository, "folder">,
  inputs: Record<string, string> = {},
  options: Partial<StepOptions> = {},
) {
  return runStep({ action: planAction, workspace: repository.folder, inputs, ...options });
}

/** A request of `pa` with this many units, for the days from `first` on. */
function request(units: number, first = 1) {
  return paRequest(
    Object.fromEntries(Array.from({ length: units }, (_, index) => [`unit-${index}`, paUnit(first + index)])),
  );
}

function pathsOf(outputs: Readonly<Record<string, string>>): string[] {
  const files: { path: string }[] = JSON.parse(outputs["files"] ?? "");
  return files.map((file) => file.path);
}

describe("plan", () => {
  it("divides what is committed, by units, and says so in outputs, log and summary", async () => {
    using repository = createRepository();
    for (const number of [1, 2, 3, 4]) repository.write(`book/small-${number}.pa.json`, request(1, number));
    repository.write("book/large.pa.json", request(4));
    repository.write("README.md", "No parameters.");
    const commit = repository.commit();
    repository.write("book/not-committed.pa.json", request(9));

    const { code, outputs, lines, summary, annotations } = await plan(repository, { shards: "2" });
    expect({ code, annotations }).toEqual({ code: 0, annotations: [] });
    expect(outputs).toMatchObject({
      "has-changes": "true",
      "file-count": "5",
      "unit-count": "8",
      "shard-count": "2",
      "head-sha": commit,
      "base-sha": "",
    });
    expect(JSON.parse(outputs["matrix"] ?? "")).toEqual({
      include: [
        { index: 1, total: 2, shard: "1/2", files: 1, units: 4 },
        { index: 2, total: 2, shard: "2/2", files: 4, units: 4 },
      ],
    });
    expect(pathsOf(outputs)).toEqual([
      "book/large.pa.json",
      "book/small-1.pa.json",
      "book/small-2.pa.json",
      "book/small-3.pa.json",
      "book/small-4.pa.json",
    ]);
    expect(decodePlan(outputs["plan"] ?? "", "Input plan").files.map((file) => file.path)).toEqual(pathsOf(outputs));
    expect(lines.at(-1)).toBe(`5 files with 8 units of commit ${commit.slice(0, 12)}, in 2 shards.`);
    expect(summary).toContain("| <code>1/2</code> | 1 | 4 |");
  });

  it("plans files whose parameters changed, and none that were only moved or written differently", async () => {
    using repository = createRepository();
    for (const name of ["kept", "changed", "respelled", "gone", "moved"])
      repository.write(`book/${name}.pa.json`, request(1, name.length));
    const base = repository.commit();
    repository.git("switch", "--quiet", "--create", "topic");
    repository.write("book/changed.pa.json", request(2, 9));
    repository.write("book/respelled.pa.json", JSON.stringify(request(1, "respelled".length), null, 7));
    repository.write("book/added.pa.json", request(1, 20));
    repository.write("archive/moved.pa.json", request(1, "moved".length));
    repository.remove("book/moved.pa.json");
    repository.remove("book/gone.pa.json");
    repository.commit();
    // The branch that it goes to has moved on: what changed there is not the topic's doing.
    repository.git("switch", "--quiet", "main");
    repository.write("book/kept.pa.json", request(3, 11));
    repository.commit();
    repository.git("switch", "--quiet", "topic");

    const step = await plan(repository, { "changed-only": "true", "base-ref": "main", shards: "8" });
    expect(step).toMatchObject({ code: 0, annotations: [], outputs: { "base-sha": base, "has-changes": "true" } });
    expect(pathsOf(step.outputs)).toEqual(["book/added.pa.json", "book/changed.pa.json"]);
    expect(step.lines.at(-1)).toContain("3 files ask for the same as before.");
    const { include } = JSON.parse(step.outputs["matrix"] ?? "");
    expect(include).toHaveLength(2);

    // What a pull request gives on GitHub: the branch in GITHUB_BASE_REF, known as origin's only.
    using clone = repository.clone("--branch", "topic");
    const pull = await plan(clone, { "changed-only": "true" }, { env: { GITHUB_BASE_REF: "main" } });
    expect(pathsOf(pull.outputs)).toEqual(["book/added.pa.json", "book/changed.pa.json"]);
  });

  it("says that there is nothing to run, so that no empty matrix fails", async () => {
    using repository = createRepository();
    repository.write("a.pa.json", request(1));
    repository.write("b.pa.json", request(2));
    repository.commit();
    repository.git("switch", "--quiet", "--create", "topic");
    repository.remove("b.pa.json");
    repository.commit();
    const { code, outputs } = await plan(repository, { "changed-only": "true", "base-ref": "main" });
    expect(code).toBe(0);
    expect(outputs).toMatchObject({
      "has-changes": "false",
      matrix: '{"include":[]}',
      files: "[]",
      "shard-count": "0",
    });
  });

  it("reads a commit that is not checked out, by any name", async () => {
    using repository = createRepository();
    repository.write("book/a.pa.json", request(1));
    repository.commit();
    repository.git("switch", "--quiet", "--create", "topic");
    repository.write("desk/b.pa.json", request(2));
    const topic = repository.commit();
    repository.git("switch", "--quiet", "main");
    for (const ref of [topic, "topic", "refs/heads/topic"]) {
      const inputs = { "head-ref": ref, "working-directory": "desk" };
      const { outputs } = await plan(repository, inputs);
      expect(outputs["head-sha"]).toBe(topic);
      expect(pathsOf(outputs)).toEqual(["b.pa.json"]);
    }
  });

  it("says what to do about a shallow clone, a name without a commit, and a folder without a repository", async () => {
    using repository = createRepository();
    repository.write("a.pa.json", request(1));
    repository.commit();
    repository.git("switch", "--quiet", "--create", "topic");
    repository.write("a.pa.json", request(2));
    repository.commit();
    using clone = repository.clone("--depth", "1", "--no-single-branch", "--branch", "topic");
    const messageOf = async (from: { folder: string }, inputs: Record<string, string>) => {
      const { code, annotations } = await plan(from, inputs);
      expect(code).toBe(1);
      return annotations.map(({ message }) => message).join(" ");
    };
    const changes = { "changed-only": "true", "base-ref": "main" };
    expect(await messageOf(clone, changes)).toMatch(
      /no commit in common here: the clone is shallow. Set fetch-depth: 0/,
    );
    expect(await messageOf(repository, { ...changes, "base-ref": "--help" })).toMatch(
      /^Input base-ref: there is no commit --help here\. Name a branch, a tag or a commit of the clone\.$/,
    );
    expect(await messageOf(repository, { "head-ref": "nowhere" })).toMatch(
      /^Input head-ref: there is no commit nowhere/,
    );
    expect(await messageOf(repository, { "changed-only": "true" })).toMatch(
      /^Input base-ref is required with changed-only/,
    );
    expect(await messageOf(repository, { files: "prameters/**" })).toMatch(
      /^No files match the input files in commit \w+/,
    );
    using bare = createRepository();
    bare.remove(".git");
    expect(await messageOf(bare, {})).toMatch(/is not in a git repository that can be read/);
  });

  it("refuses a plan with a file that cannot be run: no shard is to begin what another could not end", async () => {
    using repository = createRepository();
    repository.write("good.pa.json", request(1));
    repository.write("bad.pa.json", { data: { one: { componentid: 7 } } });
    repository.write("text.pa.json", "no JSON");
    repository.git("config", "core.symlinks", "true");
    symlinkSync("/etc/passwd", `${repository.folder}/link.pa.json`);
    repository.commit();
    const { code, annotations, outputs } = await plan(repository);
    expect(code).toBe(1);
    expect(outputs).toEqual({});
    const messages = annotations.map(({ message }) => message);
    expect(messages).toContainEqual("link.pa.json is a link: name the file that it leads to instead.");
    expect(messages.at(-1)).toMatch(
      /^\d+ errors in parameter files\. Nothing is planned\. Correct the files and plan again\.$/,
    );
    expect(annotations.filter(({ file }) => file !== undefined).map(({ file }) => file)).toContain("bad.pa.json");
  });

  it("survives names of files that mean something to git, shells, globs and GitHub", async () => {
    const names = [
      "--upload-pack=x.pa.json",
      "-rf.pa.json",
      "$(id).pa.json",
      "a\nb.pa.json",
      "tab\t.pa.json",
      'quote".pa.json',
      "[x]*.pa.json",
      "!bang.pa.json",
      "#hash.pa.json",
      "::error::x.pa.json",
      "ü 漢.pa.json",
      ":(glob)y.pa.json",
    ];
    using repository = createRepository();
    repository.write("start.pa.json", request(1));
    repository.commit();
    repository.git("switch", "--quiet", "--create", "topic");
    for (const [index, name] of names.entries()) repository.write(name, request(1, index + 2));
    repository.commit();
    const { code, outputs, commands } = await plan(repository, {
      "changed-only": "true",
      "base-ref": "main",
      shards: "3",
    });
    expect(code).toBe(0);
    expect(pathsOf(outputs)).toEqual([...names].sort((a, b) => (a < b ? -1 : 1)));
    expect(outputs["matrix"]).toMatch(/^[\w{}[\]":,/]*$/);
    expect(outputs["plan"]).toMatch(/^[\w-]+$/);
    expect(commands).toEqual([]);
  });

  it("obeys no configuration and no hook of the repository, nor one among its files", async () => {
    using repository = createRepository();
    repository.write("book/a.pa.json", request(1));
    repository.write("book/.gitattributes", "*.json filter=evil diff=evil");
    for (const name of ["HEAD", "config"])
      repository.write(
        `nested/${name}`,
        name === "HEAD" ? "ref: refs/heads/main\n" : "[core]\n\tbare = true\n\tfsmonitor = touch owned\n",
      );
    for (const folder of ["objects", "refs"]) repository.write(`nested/${folder}/.keep`, "");
    repository.commit();
    for (const key of ["filter.evil.smudge", "diff.evil.textconv", "core.fsmonitor"])
      repository.git("config", key, "touch owned");
    const { code, outputs } = await plan(repository);
    expect({ code, paths: pathsOf(outputs) }).toEqual({ code: 0, paths: ["book/a.pa.json"] });
    const { code: refused } = await plan(repository, { "working-directory": "nested" });
    expect(refused).toBe(1);
    expect(readdirSync(repository.folder).sort()).toEqual([".git", "book", "nested"]);
  });
});

describe("a sweep in a plan", () => {
  const sweep = {
    template: paUnit(1),
    rows: "accounts.csv",
    id: "{name}",
    fill: { "/currencyisocode": "{currency}" },
  };
  const rows = (count: number, currency = "USD") =>
    ["name,currency", ...Array.from({ length: count }, (_, index) => `a${index},${currency}`)].join("\n");

  it("is divided into its jobs, and a change of its rows alone is a change of the jobs that have them", async () => {
    using repository = createRepository();
    repository.write("book/funds.pa.sweep.json", JSON.stringify(sweep));
    repository.write("book/accounts.csv", rows(600));
    const base = repository.commit();
    const { outputs, code } = await plan(repository, { shards: "2" });
    expect(code).toBe(0);
    expect(outputs).toMatchObject({ "file-count": "2", "unit-count": "600", "shard-count": "2" });
    expect(pathsOf(outputs)).toEqual(["book/funds.pa.sweep.json", "book/funds.pa.sweep.2.json"]);

    repository.write("book/accounts.csv", rows(600).replace("a599,USD", "a599,EUR"));
    repository.commit();
    const changed = await plan(repository, { "changed-only": "true", "base-ref": base });
    expect(pathsOf(changed.outputs)).toEqual(["book/funds.pa.sweep.2.json"]);
  });

  it("with a wrong cell is refused at the cell", async () => {
    using repository = createRepository();
    repository.write("book/funds.pa.sweep.json", JSON.stringify(sweep));
    repository.write("book/accounts.csv", "name,currency\na,USD\na,EUR\n");
    repository.commit();
    const { code, annotations } = await plan(repository);
    expect(code).toBe(1);
    expect(annotations[0]).toMatchObject({ level: "error", file: "book/accounts.csv", line: "3", col: "1" });
  });
});
