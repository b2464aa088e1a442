import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Browser, openBrowser } from "./support/browser.ts";
import type { PictureContent } from "./support/picture-content.ts";
import { images, takePictures } from "./support/picture-list.ts";

const root = path.join(images, "../..");
const update = "run `npm run pictures`, look at the pictures, and commit them";
const recorded: Readonly<Record<string, PictureContent & { readonly sha256: string }>> = JSON.parse(
  readFileSync(path.join(images, "contents.json"), "utf8"),
);

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

it("the pictures of the documents show what the pages show today", async () => {
  const files: string[] = [];
  for await (const { file, content } of takePictures(browser)) {
    const { sha256: _, ...was } = recorded[file] ?? { sha256: "" };
    expect(was, `${file} shows something else: ${update}`).toEqual(content);
    files.push(file);
  }
  expect(Object.keys(recorded)).toEqual(files);
});

it("each picture is the one whose content is recorded", () => {
  for (const [file, { sha256 }] of Object.entries(recorded)) {
    const digest = createHash("sha256")
      .update(readFileSync(path.join(images, file)))
      .digest("hex");
    expect(digest, `${file}: ${update}`).toBe(sha256);
  }
});

it("the documents have no other pictures, and each picture is in a document", () => {
  const documents = ["README.md", ...globSync("docs/**/*.md", { cwd: root })];
  const shown = new Set(
    documents.flatMap((file) =>
      [...readFileSync(path.join(root, file), "utf8").matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, target = ""]) =>
        path.posix.join(path.posix.dirname(file), target),
      ),
    ),
  );
  // `npm run bench` writes the diagrams of its figures, and the stories of the extension take those of the editor.
  const others = [...shown].filter(
    (file) =>
      !/^docs\/images\/bench-[\w-]+\.svg$|^packages\/vscode\/(?:media\/walkthrough|pictures)\/[\w-]+\.png$/.test(file),
  );
  expect(others.toSorted()).toEqual(
    Object.keys(recorded)
      .map((file) => `docs/images/${file}`)
      .toSorted(),
  );
  const stored = globSync("**/*.png", { cwd: images }).map((file) => file.replaceAll(path.sep, "/"));
  expect(stored.toSorted()).toEqual(Object.keys(recorded).toSorted());
});
