import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { digestsOf, filesOf, recordedPictures } from "./run/ui/keep-pictures.ts";

const vscode = path.resolve(import.meta.dirname, "..");
const names = Object.keys(recordedPictures());

it("each picture of the walkthrough and the documents is the one whose texts are recorded", () => {
  for (const name of names)
    expect(digestsOf(name), `${name}: run \`npm run pictures\`, look at the pictures, and commit them`).toEqual(
      recordedPictures()[name]?.sha256,
    );
  const files = globSync(["media/walkthrough/*.png", "pictures/*.png"], { cwd: vscode });
  expect(files.toSorted()).toEqual(names.flatMap(filesOf).toSorted());
});

it("each picture of the walkthrough and the documents shows text, and is in a page", () => {
  const pages = ["../../README.md", "README.md", "package.json"].map((file) =>
    readFileSync(path.join(vscode, file), "utf8"),
  );
  for (const name of names) {
    expect(recordedPictures()[name]?.texts.length, name).toBeGreaterThan(0);
    expect(
      pages.some((page) => filesOf(name).some((file) => page.includes(file))),
      name,
    ).toBe(true);
  }
});
