import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import os from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { hasLinks } from "../../../../.ci/tests/links.ts";
import { checkFiles } from "../sweep/check-files.ts";
import { projectRoot, readInRoot, rootOf } from "./confine.ts";
import { findFiles } from "./find-files.ts";
import { readConfined } from "./parameter-files.ts";

const SECRET = "kept-outside-4711";
/** A folder with a checkout `work` beside the files of its user. */
let base: string;
let work: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(path.join(os.tmpdir(), "confine-")));
  work = path.join(base, "work");
  write("outside/rows.csv", `${SECRET},b\n1,2\n`);
  write("outside/secret.pa.json", `{"${SECRET}": 1}`);
  write("work/.git/config", SECRET);
  write("work/book/a.pa.json", "{}");
});
afterEach(() => rmSync(base, { recursive: true }));

function write(file: string, content = "{}"): string {
  const target = path.join(base, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, content);
  return target;
}

const link = (target: string, name: string) => symlinkSync(target, path.join(work, name));

describe("the root of a project", () => {
  it("is the work tree of git, else the nearest folder with a project file, else the folder itself", () => {
    expect(projectRoot(path.join(work, "book"))).toBe(work);
    write("plain/analytics-engines.json");
    mkdirSync(path.join(base, "plain/a/b"), { recursive: true });
    expect(projectRoot(path.join(base, "plain/a/b"))).toBe(path.join(base, "plain"));
    expect(projectRoot(path.join(base, "outside"))).toBe(path.join(base, "outside"));
    // A file `.git` is that of a second work tree or a submodule.
    write("work/sub/.git", "gitdir: ../.git/modules/sub");
    expect(projectRoot(path.join(work, "sub"))).toBe(path.join(work, "sub"));
  });

  it("is not the home folder, also where git keeps its settings files", () => {
    write("home/.git/HEAD");
    mkdirSync(path.join(base, "home/projects/x"), { recursive: true });
    vi.spyOn(os, "homedir").mockReturnValue(path.join(base, "home"));
    // A thread has an environment of its own, and the system does not see it.
    syncBuiltinESMExports();
    expect(projectRoot(path.join(base, "home/projects/x"))).toBe(path.join(base, "home/projects/x"));
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });

  it("of a file that a person typed outside is that of its own project", () => {
    const typed = { isTyped: true };
    expect(rootOf(work, "../outside/a.json", typed)).toBe(path.join(base, "outside"));
    expect(rootOf(work, "book/a.pa.json", typed)).toBe(work);
    expect(rootOf(path.join(work, "book"), "../x.json", typed)).toBe(work);
    write("other/.git/HEAD");
    expect(rootOf(work, "../other/deep/a.json", typed)).toBe(path.join(base, "other"));
    // A plan or a manifest is no person.
    expect(rootOf(work, "../outside/a.json", {})).toBe(work);
  });
});

describe("a file of a checkout", () => {
  const read = (name: string) => readConfined(work, name, projectRoot(work));

  it.runIf(hasLinks)("is read where it is, and through a link that stays in the project", () => {
    link("book/a.pa.json", "same.pa.json");
    link("book", "also");
    for (const name of ["book/a.pa.json", "same.pa.json", "also/a.pa.json"]) expect(read(name)).toEqual({ text: "{}" });
  });

  it.runIf(hasLinks).each([
    ["a link to a file outside", "../outside/secret.pa.json"],
    ["a link to the environment", "/proc/self/environ"],
    ["a link to git's own files", ".git/config"],
    ["a link to a device", "/dev/zero"],
    ["a link by way of the process", "/proc/self/cwd/../../../etc/hostname"],
  ])("is refused, and nothing of it is quoted, where it is %s", (_what, target) => {
    link(target, "a.pa.json");
    expect(read("a.pa.json")).toEqual({
      problem: expect.stringMatching(/^is (a link|a file of the system)|^cannot be read: no such/),
    });
    link("a.pa.json", "twice.pa.json");
    expect(read("twice.pa.json")).toHaveProperty("problem");
  });

  // Windows has no pipes among its files.
  it.skipIf(process.platform === "win32")("is refused at once where it is a pipe", () => {
    execFileSync("mkfifo", [path.join(work, "pipe.pa.json")]);
    expect(read("pipe.pa.json")).toEqual({ problem: "is a pipe or a device: name a file" });
  });

  it("is refused where its name leads outside, and in git's own files in any letter case", () => {
    for (const name of ["../outside/secret.pa.json", "book/../../outside/secret.pa.json", "/etc/hostname"])
      expect(read(name)).toEqual({ problem: "is outside of the project: put the file in the project" });
    expect(read(".git/config")).toEqual({ problem: "is among git's own files: name another file" });
    write("work/book/.GIT/config");
    expect(read("book/.GIT/config")).toHaveProperty("problem");
  });

  it("has no more bytes than it is long: the system's files have no length", () => {
    const read = readInRoot("/proc/self/environ", undefined, 1000);
    if (process.platform === "linux") expect(read).toEqual({ problem: expect.stringContaining("of the system") });
  });
});

describe("what a checked-out file names", () => {
  const sweep = (template: string, rows: string) => JSON.stringify({ template, rows, id: "{a}", fill: {} });

  const behindLinks: readonly [string, string][] = [
    ["rows by a link", sweep("t.json", "link.csv")],
    ["rows in a folder that is a link", sweep("t.json", "linked/rows.csv")],
  ];
  it.each<[string, string]>([
    ["rows", sweep("t.json", "../../outside/rows.csv")],
    ["a template", sweep("../../outside/secret.pa.json", "rows.csv")],
    ["rows among git's own files", sweep("t.json", "../.git/config")],
    ...(hasLinks ? behindLinks : []),
  ])("is not read outside: %s", async (_what, text) => {
    write("work/book/s.pa.sweep.json", text);
    write("work/book/t.json");
    write("work/book/rows.csv", "a\n1\n");
    if (hasLinks) {
      link("../../outside/rows.csv", "book/link.csv");
      link("../../outside", "book/linked");
    }
    for (const folder of [work, path.join(work, "book")])
      for (const isTyped of [true, false]) {
        const name = path.relative(folder, path.join(work, "book/s.pa.sweep.json"));
        const checked = await checkFiles(folder, [name], { isTyped });
        expect(JSON.stringify(checked)).not.toContain(SECRET);
        expect(JSON.stringify(checked)).toMatch(/outside of the project|git's own files/);
      }
  });

  it("may be elsewhere in the project", async () => {
    write("work/book/s.pa.sweep.json", sweep("../shared/t.json", "../shared/rows.csv"));
    write("work/shared/t.json");
    write("work/shared/rows.csv", "a\n1\n");
    const [checked] = await checkFiles(path.join(work, "book"), ["s.pa.sweep.json"]);
    expect(JSON.stringify(checked)).not.toMatch(/outside|cannot be read/);
  });

  it("by a sweep that a person typed outside is confined to the project of the sweep", async () => {
    write("other/s.pa.sweep.json", sweep("t.json", "../outside/rows.csv"));
    write("other/t.json");
    const checked = await checkFiles(work, ["../other/s.pa.sweep.json"], { isTyped: true });
    expect(JSON.stringify(checked)).not.toContain(SECRET);
    expect(JSON.stringify(checked)).toContain("is outside of the project");
  });

  it.runIf(hasLinks)("as a folder shows no name of a file in it", () => {
    link("../../outside", "book/linked");
    for (const pattern of ["book/linked/**/*.json", "book/linked/*.pa.json"])
      expect(() => findFiles(work, { patterns: [pattern] })).toThrow(
        "The folder book/linked is a link that leads outside of the project",
      );
  });
});

it.runIf(hasLinks)("no name, with any links and steps up, reads what is outside", () => {
  const part = fc.constantFrom(
    "..",
    ".",
    "book",
    "outside",
    "up",
    "root",
    "self",
    ".git",
    "config",
    "secret.pa.json",
    "rows.csv",
    "proc",
    "environ",
  );
  link("..", "up");
  link("/", "root");
  link("../book", "book/self");
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 8 }), fc.boolean(), (parts, isAbsolute) => {
      const name = `${isAbsolute ? "/" : ""}${parts.join("/")}`;
      const read = readConfined(work, name, projectRoot(work));
      if ("text" in read) expect(realpathSync(path.resolve(work, name)).startsWith(path.join(work, "book"))).toBe(true);
      expect(JSON.stringify(read)).not.toContain(SECRET);
    }),
    { numRuns: 2000 },
  );
  expect(readFileSync(path.join(work, "up/outside/rows.csv"), "utf8")).toContain(SECRET);
});
