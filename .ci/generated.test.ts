import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { differing, digestFiles, generated, generators } from "./build/generated.ts";
import { root } from "./steps.ts";

it("names each file that a build changes, adds or removes, and no other", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "generated-"));
  const write = (file: string, text: string) => {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  };
  try {
    write("pages/same.md", "same");
    write("pages/deep/changed.md", "one");
    write("pages/gone.md", "gone");
    write("page.md", "one");
    write("other.md", "one");
    const places = ["pages", "page.md", "comes.md"];
    const before = digestFiles(folder, places);
    expect(differing(before, digestFiles(folder, places))).toEqual([]);

    write("pages/same.md", "same");
    write("pages/deep/changed.md", "two");
    rmSync(path.join(folder, "pages/gone.md"));
    write("pages/new.md", "new");
    write("comes.md", "new");
    write("page.md", "two");
    write("other.md", "two");
    expect(differing(before, digestFiles(folder, places))).toEqual([
      "comes.md",
      "page.md",
      "pages/deep/changed.md",
      "pages/gone.md",
      "pages/new.md",
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it("lists only files that exist, and folders with files", () => {
  for (const place of generated) expect(digestFiles(root, [place]).size, place).toBeGreaterThan(0);
});

it("has each script that writes a generated file", () => {
  const scripts = globSync([".ci/**/write-*.ts", "packages/core/{src,test}/**/write-*.ts"], { cwd: root }).filter(
    (file) => readFileSync(path.join(root, file), "utf8").includes(`node --conditions=source ${file}`),
  );
  expect(scripts.length).toBeGreaterThan(0);
  expect(generators.map(({ script }) => script)).toEqual(expect.arrayContaining(scripts));
});
