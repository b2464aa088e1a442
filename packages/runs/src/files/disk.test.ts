import { existsSync, mkdirSync, readdirSync, realpathSync, symlinkSync } from "node:fs";
import { join, sep } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { hasLinks } from "../../../../.ci/tests/links.ts";
import { temporaryFolder } from "../../test/support/folders.ts";
import { UserError } from "../user-error.ts";
import { ensureRunFolder, makeFolders } from "./disk.ts";

describe("the run folder of a workspace", () => {
  let root: string;
  let outside: string;
  beforeEach(async () => {
    const folder = await temporaryFolder();
    root = join(folder, "workspace");
    outside = join(folder, "outside");
    mkdirSync(join(root, "inner"), { recursive: true });
    mkdirSync(outside);
  });

  it.runIf(hasLinks).each([
    ["the folder itself", "run", "run"],
    ["a folder above it", "link", "link/deep/run"],
  ])("is refused, with both places, where %s is a link out of the workspace", (_name, link, path) => {
    symlinkSync(outside, join(root, link));
    const make = () => ensureRunFolder(join(root, path), root);
    expect(make).toThrow(UserError);
    expect(make).toThrow(join(root, path));
    expect(make).toThrow(realpathSync(outside));
    expect(existsSync(join(outside, "deep"))).toBe(false);
  });

  it.runIf(hasLinks)("is refused where a link leads to what is not there yet", () => {
    symlinkSync("../../elsewhere", join(root, "inner/run"));
    expect(() => ensureRunFolder(join(root, "inner/run"), root)).toThrow(/elsewhere/);
    expect(existsSync(join(root, "../elsewhere"))).toBe(false);
  });

  it.runIf(hasLinks)(
    "may be reached by a link that stays in the workspace, and in a workspace that a link leads to",
    () => {
      symlinkSync(join(root, "inner"), join(root, "run"));
      expect(ensureRunFolder(join(root, "run"), root).folder).toBe(realpathSync(join(root, "inner")));
      symlinkSync(root, join(root, "../also"));
      expect(ensureRunFolder(join(root, "../also/new/run"), join(root, "../also")).folder).toBe(
        join(realpathSync(root), "new/run"),
      );
    },
  );

  it.each([".git/hooks", ".github/workflows/run", "inner/.vscode", ".GitHub/run"])("is not %s", (path) => {
    expect(() => ensureRunFolder(join(root, path), root)).toThrow(/no run writes in \.git, \.github or \.vscode/);
    expect(existsSync(join(root, path))).toBe(false);
  });

  it.runIf(hasLinks)("is none of these by a link", () => {
    mkdirSync(join(root, ".git/hooks"), { recursive: true });
    symlinkSync(".git", join(root, "link"));
    expect(() => ensureRunFolder(join(root, "link/hooks"), root)).toThrow(/is \.git.hooks in /);
  });

  it.runIf(hasLinks)("may be elsewhere where its path says so openly", () => {
    symlinkSync(outside, join(root, "../alias"));
    expect(ensureRunFolder(join(root, "../alias/run"), root).folder).toBe(join(realpathSync(outside), "run"));
  });
});

describe("a folder that is made", () => {
  // On Windows, a backslash is between two names.
  const backslash = sep === "/" ? ["a\\b"] : [];

  it.each(["CON", "nul", "LPT1.txt", "aux /run", "run.", "run /x", "a/COM3/b", "a:b", "what?", ...backslash])(
    "has no name that Windows does not have: %s",
    async (name) => {
      const root = await temporaryFolder();
      for (const make of [() => makeFolders(join(root, name)), () => ensureRunFolder(join(root, name), root)]) {
        expect(make).toThrow(UserError);
        expect(make).toThrow(/^The folder .* cannot be made: .*Windows has no such folder\. Name another folder\.$/);
      }
      expect(readdirSync(root)).toEqual([]);
    },
  );

  it("may be below one that exists, whatever that is called", async () => {
    const root = await temporaryFolder();
    mkdirSync(join(root, "aux"));
    expect(makeFolders(join(root, "aux/console/run.1"))).toBe(join(root, "aux/console"));
    expect(makeFolders(join(root, "aux"))).toBeUndefined();
  });
});
