import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { FamilyId } from "@analytics-engines/core/basics";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Selection } from "../files/select-files.ts";
import { openGit } from "../git/git.ts";
import { findCommits } from "./base.ts";
import type { ReadChange } from "./parameter-review.ts";
import { readParameterChanges } from "./read-changes.ts";

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
interface ChangeOptions {
  readonly folder?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly families?: ReadonlyMap<string, FamilyId>;
  readonly selection?: Selection;
}

/** What the branch `head` changes, made by `change` on top of `files`. */
async function changesOf(
  files: Readonly<Record<string, string>>,
  change: () => void,
  { folder = ".", env = process.env, families = new Map(), selection = {} }: ChangeOptions = {},
): Promise<readonly ReadChange[]> {
  for (const [file, content] of Object.entries(files)) write(file, content);
  commit();
  git("checkout", "--quiet", "-b", "head");
  change();
  commit();
  using opened = await openGit(path.join(clone, folder), env);
  const commits = await findCommits(opened, { base: "main", head: "HEAD" });
  return await readParameterChanges(opened, commits, families, selection);
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
  const advice = "Fetch refs/pull/1/head";
  await expect(findCommits(opened, { base: "main", head: headSha, advice })).rejects.toThrow(
    /no commit 1{40} here. Fetch refs/,
  );
  await expect(findCommits(opened, { base: "none", head: "HEAD" })).rejects.toThrow(
    /no commit none here. Name a branch/,
  );
  commit();
  git("clone", "--quiet", "--depth=1", `file://${clone}`, "copy");
  using copy = await openGit(path.join(clone, "copy"), process.env);
  await expect(findCommits(copy, { base: "main", head: headSha })).rejects.toThrow(/no commit 1{40} .*fetch-depth: 0/);
  rmSync(path.join(clone, "copy"), { recursive: true });
  git("checkout", "--quiet", "--orphan", "alone");
  write("a", "2");
  commit();
  using later = await openGit(clone, process.env);
  await expect(findCommits(later, { base: "main", head: "HEAD" })).rejects.toThrow(/no commit in common/);
  const nowhere = mkdtempSync(path.join(tmpdir(), "nowhere-"));
  try {
    await expect(openGit(nowhere, process.env)).rejects.toThrow(
      /is not in a git repository .* Add a step with actions\/checkout before/,
    );
  } finally {
    rmSync(nowhere, { recursive: true });
  }
});

const sweep = (id: string, more = {}) =>
  JSON.stringify({ template: "template.json", rows: "rows.csv", id, fill: { "/accounts/0/id": "{account}" }, ...more });
const sweepFiles = {
  "book/funds.pa.sweep.json": sweep("{name}"),
  "book/template.json": JSON.stringify({ componentid: "0A".repeat(32), accounts: [{ id: "X" }] }),
  "book/rows.csv": "name,account\na,X:/a.ACCT\nb,X:/b.ACCT\n",
};

it("reads the rows of a sweep that its own change, its rows and its template change", async () => {
  const families = new Map([["book/funds.pa.sweep.json", "pa" as const]]);
  const [own, more] = await changesOf(
    { ...sweepFiles, "other.pa.sweep.json": sweep("{name}") },
    () => {
      write("book/rows.csv", "name;account\nnew;X:/n.ACCT\na;X:/other.ACCT\n");
      write("book/template.json", JSON.stringify({ componentid: "0B".repeat(32), accounts: [{ id: "X" }] }));
    },
    { families },
  );
  expect(more).toBeUndefined();
  expect(own).toMatchObject({
    kind: "changed",
    path: "book/funds.pa.sweep.json",
    sources: ["book/template.json", "book/rows.csv"],
    problem: undefined,
    changes: {
      units: [
        { kind: "added", unit: "new" },
        { kind: "changed", unit: "a" },
        { kind: "removed", unit: "b" },
      ],
    },
  });
  expect(own?.newReferences.map(({ id }) => id)).toEqual(["0B".repeat(32), "X:/n.ACCT", "X:/other.ACCT"]);
});

it("reads a sweep that is renamed, added or removed, and says why it cannot", async () => {
  const changes = await changesOf({ ...sweepFiles, "book/old.pa.sweep.json": sweep("{name}x") }, () => {
    git("mv", "book/funds.pa.sweep.json", "book/all.pa.sweep.json");
    git("rm", "--quiet", "book/old.pa.sweep.json");
    write("book/added.pa.sweep.json", sweep("{name} of the book", { exclude: "account2" }));
    write("book/rows.csv", "name,account,account2\na,X:/a.ACCT,\nb,X:/b.ACCT,yes\n");
  });
  expect(changes).toMatchObject([
    { kind: "added", path: "book/added.pa.sweep.json", units: ["a of the book"], isInvalid: false },
    { kind: "renamed", path: "book/all.pa.sweep.json", from: "book/funds.pa.sweep.json", changes: { units: [] } },
    { kind: "removed", path: "book/old.pa.sweep.json", units: ["ax", "bx"] },
  ]);
  write("book/rows.csv", "name,account\na,\n");
  commit();
  using opened = await openGit(clone, process.env);
  const commits = await findCommits(opened, { base: "main", head: "HEAD" });
  expect((await readParameterChanges(opened, commits, new Map()))[1]).toMatchObject({
    isInvalid: true,
    problem: "The sweep has 1 error in the head.",
  });
});

it("reads no file outside of the repository for a sweep", async () => {
  const changes = await changesOf(sweepFiles, () =>
    write("book/funds.pa.sweep.json", sweep("{name}", { rows: "../../../../etc/passwd" })),
  );
  expect(changes).toMatchObject([{ isInvalid: true, problem: expect.stringMatching(/^The sweep has \d error/) }]);
});

it("takes no template of a sweep for a parameter file, whatever glob of families it matches", async () => {
  const account = (id: string) => JSON.stringify({ componentid: "0A".repeat(32), accounts: [{ id }] });
  const changes = await changesOf(
    { ...sweepFiles, "book/plain.json": parameters({ a: "X:/a.ACCT" }) },
    () => {
      write("book/template.json", account("Y"));
      write("book/plain.json", parameters({ a: "X:/b.ACCT" }));
    },
    { selection: { families: { "book/*.json": "pa" } } },
  );
  expect(short(changes)).toEqual([
    ["changed", "book/funds.pa.sweep.json", ""],
    ["changed", "book/plain.json", ""],
  ]);
});
