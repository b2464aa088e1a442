import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openGit } from "../git/git.ts";
import { findCommits } from "./find-commits.ts";
import { type ReadChange, readParameterChanges } from "./read-changes.ts";

let clone = "";
beforeEach(() => {
  clone = mkdtempSync(path.join(tmpdir(), "changes-"));
  git("init", "--quiet", "--initial-branch=main");
});
afterEach(() => rmSync(clone, { recursive: true, force: true }));

const git = (...args: readonly string[]) =>
  execFileSync("git", ["-C", clone, "-c", "user.name=Quant", "-c", "user.email=quant@house.example", ...args], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"], HOME: clone, GIT_CONFIG_NOSYSTEM: "1" },
  }).trim();
const write = (file: string, content: string) => {
  mkdirSync(path.dirname(path.join(clone, file)), { recursive: true });
  writeFileSync(path.join(clone, file), content);
};
const commit = () => {
  git("add", "--all");
  git("commit", "--quiet", "--allow-empty", "--message=x");
};
const parameters = (units: Record<string, string>) =>
  JSON.stringify({
    data: Object.fromEntries(
      Object.entries(units).map(([unit, account]) => [
        unit,
        { componentid: "0A".repeat(32), accounts: [{ id: account }] },
      ]),
    ),
  });
/** What the branch `head` changes, made by `change` on top of `files`. */
async function changesOf(
  files: Readonly<Record<string, string>>,
  change: () => void,
  { folder = ".", env = process.env, families = new Map() } = {},
): Promise<readonly ReadChange[]> {
  for (const [file, content] of Object.entries(files)) write(file, content);
  commit();
  git("checkout", "--quiet", "-b", "head");
  change();
  commit();
  using opened = await openGit(path.join(clone, folder), env);
  const commits = await findCommits(opened, { baseRef: "main", pullRequest: undefined });
  return await readParameterChanges(opened, commits, families);
}
const short = (changes: readonly ReadChange[]) => changes.map(({ kind, path: file, from }) => [kind, file, from ?? ""]);

it("tells files that were added, removed, renamed and changed, of parameter files alone", async () => {
  const found = await changesOf(
    {
      "a.pa.json": parameters({ a: "X:/a.ACCT" }),
      "b.pa.json": parameters({ b: "X:/b.ACCT" }),
      "c.pa.json": parameters({ c: "X:/c.ACCT", d: "X:/d.ACCT" }),
      "package.json": "{}",
    },
    () => {
      write("a.pa.json", parameters({ a: "X:/other.ACCT" }));
      git("rm", "--quiet", "b.pa.json");
      mkdirSync(path.join(clone, "deep"));
      git("mv", "c.pa.json", "deep/c2.pa.json");
      write("new.fi.json", "{}");
      write("package.json", '{"a":1}');
    },
  );
  expect(short(found)).toEqual([
    ["changed", "a.pa.json", ""],
    ["removed", "b.pa.json", ""],
    ["renamed", "deep/c2.pa.json", "c.pa.json"],
    ["added", "new.fi.json", ""],
  ]);
  expect(found[0]?.changes?.units).toMatchObject([{ kind: "changed", unit: "a" }]);
  expect(found[0]?.newReferences).toMatchObject([{ kind: "account", id: "X:/other.ACCT" }]);
  expect(found[1]?.units).toEqual(["b"]);
  expect(found[2]?.changes).toEqual({ units: [], changes: [] });
});

it("recognises a file that was moved and reformatted in one change as renamed, if its parameters are unique", async () => {
  // Other letter case, order and white space: git finds nothing in common.
  const rewritten = (units: Record<string, string>) => {
    const lines = Object.entries(units).map(
      ([unit, account]) =>
        `  "${unit}" :\n  {\n    "Accounts" :\n    [\n      { "ID" : "${account}" }\n    ]\n    ,\n    "ComponentId" : "${"0A".repeat(32)}"\n  }\n`,
    );
    return `{\n "Data" :\n {\n${lines.join("  ,\n")} }\n}\n`;
  };
  const [moved, twice, changed] = [
    parameters({ a: "X:/a.ACCT" }),
    parameters({ b: "X:/b.ACCT" }),
    parameters({ c: "X:/c.ACCT", d: "X:/d.ACCT" }),
  ];
  const found = await changesOf(
    {
      "moved.pa.json": moved,
      "twice-1.pa.json": twice,
      "twice-2.pa.json": twice,
      "changed.pa.json": changed,
      "wrong.pa.json": "{}x",
      "gone.fi.json": "{}",
    },
    () => {
      git("rm", "--quiet", "*.json");
      write("deep/moved2.pa.json", rewritten({ a: "X:/a.ACCT" }));
      write("deep/twice.pa.json", rewritten({ b: "X:/b.ACCT" }));
      write("deep/changed.pa.json", rewritten({ c: "X:/other.ACCT", d: "X:/d.ACCT" }));
      write("deep/wrong.pa.json", "{}x y z");
      write("spar-of-moved.spar.json", rewritten({ a: "X:/a.ACCT" }));
    },
  );
  expect(short(found)).toEqual([
    ["removed", "changed.pa.json", ""],
    ["added", "deep/changed.pa.json", ""],
    ["renamed", "deep/moved2.pa.json", "moved.pa.json"],
    ["added", "deep/twice.pa.json", ""],
    ["added", "deep/wrong.pa.json", ""],
    ["removed", "gone.fi.json", ""],
    ["added", "spar-of-moved.spar.json", ""],
    ["removed", "twice-1.pa.json", ""],
    ["removed", "twice-2.pa.json", ""],
    ["removed", "wrong.pa.json", ""],
  ]);
  expect(found[2]).toMatchObject({
    changes: { units: [], changes: [] },
    units: [],
    newReferences: [],
    problem: undefined,
  });
});

it("takes names for names, whatever characters are in them", async () => {
  const names = [
    "-o.pa.json",
    "a\nb.pa.json",
    '"q".pa.json',
    "t\tb.pa.json",
    "ü*?[x].pa.json",
    ":(top)x.pa.json",
    "$(touch pwned).pa.json",
  ];
  const found = await changesOf({}, () => {
    for (const name of names) write(name, parameters({ a: "X:/a.ACCT" }));
  });
  expect(found.map(({ path: file, units }) => [file, units])).toEqual([...names].sort().map((name) => [name, ["a"]]));
});

it("shows what is below the working directory, relative to it, with the families that a run knows", async () => {
  const found = await changesOf(
    { "books/one.json": parameters({ a: "X:/a.ACCT" }), "other/two.pa.json": "{}" },
    () => {
      write("books/one.json", parameters({ a: "X:/b.ACCT" }));
      write("books/unknown.json", "{}");
      write("other/two.pa.json", '{"data":{}}');
    },
    { folder: "books", families: new Map([["one.json", "pa"]]) },
  );
  expect(short(found)).toEqual([["changed", "one.json", ""]]);
  expect(found[0]?.changes?.units).toHaveLength(1);
});

it("reads no link, nothing that is no text, and tells a file with errors", async () => {
  write("secret", "x");
  const found = await changesOf({ "link.pa.json": parameters({ a: "X:/a.ACCT" }) }, () => {
    unlinkSync(path.join(clone, "link.pa.json"));
    symlinkSync("/etc/passwd", path.join(clone, "link.pa.json"));
    writeFileSync(path.join(clone, "bytes.pa.json"), Buffer.from([0xff, 0xfe, 0x00]));
    write("wrong.pa.json", '{"data":{"a":{"acounts":[]}}}');
  });
  expect(found.map(({ path: file, problem }) => [file, problem])).toEqual([
    ["bytes.pa.json", "The file is not UTF-8 text in the head."],
    ["link.pa.json", "The file is a link in the head."],
    ["wrong.pa.json", expect.stringMatching(/^The file has \d errors? in the head\.$/)],
  ]);
});

it("is not led astray by what a workflow or a repository sets for git", async () => {
  const env = { ...process.env, GIT_DIR: "/nowhere", GIT_EXTERNAL_DIFF: "false" };
  const found = await changesOf(
    { "a.pa.json": parameters({ a: "X:/a.ACCT" }), ".gitattributes": "*.json diff=evil filter=evil\n" },
    () => {
      git("config", "diff.evil.textconv", "false");
      git("config", "diff.evil.command", "false");
      write("a.pa.json", parameters({ a: "X:/b.ACCT" }));
    },
    { env },
  );
  expect(short(found)).toEqual([["changed", "a.pa.json", ""]]);
});

it("compares with where the head left the base, and not with what the base became since", async () => {
  const found = await changesOf({ "a.pa.json": parameters({ a: "X:/a.ACCT" }) }, () => {
    write("b.pa.json", parameters({ b: "X:/b.ACCT" }));
    commit();
    git("checkout", "--quiet", "main");
    write("a.pa.json", parameters({ a: "X:/z.ACCT" }));
    commit();
    git("checkout", "--quiet", "head");
  });
  expect(short(found)).toEqual([["added", "b.pa.json", ""]]);
});

it("says what to fetch where a commit is not there", async () => {
  write("a", "1");
  commit();
  using opened = await openGit(clone, process.env);
  const headSha = "1".repeat(40);
  const pullRequest = { number: 1, headSha, baseRef: "main", baseSha: undefined };
  await expect(findCommits(opened, { baseRef: "main", pullRequest })).rejects.toThrow(
    /no commit 1{40}.*fetch-depth: 0/,
  );
  await expect(findCommits(opened, { baseRef: "none", pullRequest: undefined })).rejects.toThrow(
    /no commit none .*fetch-depth: 0/,
  );
  git("checkout", "--quiet", "--orphan", "alone");
  write("a", "2");
  commit();
  using later = await openGit(clone, process.env);
  await expect(findCommits(later, { baseRef: "main", pullRequest: undefined })).rejects.toThrow(/no commit in common/);
  const nowhere = mkdtempSync(path.join(tmpdir(), "nowhere-"));
  try {
    await expect(openGit(nowhere, process.env)).rejects.toThrow(
      /is not in a git repository .* Add a step with actions\/checkout before/,
    );
  } finally {
    rmSync(nowhere, { recursive: true });
  }
});

it("leaves out sweeps, also those that a run names among its files", async () => {
  const sweep = (id: string) => JSON.stringify({ template: { componentid: "A" }, rows: "a.csv", id });
  const changes = await changesOf(
    { "funds.pa.sweep.json": sweep("{a}"), "a.csv": "a\n1\n" },
    () => write("funds.pa.sweep.json", sweep("{a}x")),
    { families: new Map([["funds.pa.sweep.json", "pa"]]) },
  );
  expect(changes).toEqual([]);
});
