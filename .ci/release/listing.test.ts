import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { readZip } from "../../packages/action/test/support/zip.ts";
import { packageExtension } from "../../packages/vscode/package-vsix.ts";
import { root } from "../steps.ts";
import { readManifest } from "./npm-packages.ts";

it("the README of the extension has pictures and links that a marketplace can open: files of its version", async () => {
  const files = readZip(readFileSync(await packageExtension()));
  const readme = files.get("extension/readme.md")?.toString("utf8") ?? "";
  const { version } = readManifest("vscode");
  const source = `https://github.com/analytics-engines/analytics-engines/raw/v${version}/`;
  const pictures = [...readme.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, address = ""]) => address);
  expect(pictures.length).toBeGreaterThan(2);
  for (const picture of pictures) {
    expect(picture.startsWith(source), picture).toBe(true);
    expect(existsSync(path.join(root, picture.slice(source.length))), picture).toBe(true);
  }
  for (const [, address = ""] of readme.matchAll(/\]\(([^)]+)\)/g)) expect(address).toMatch(/^(?:https:\/\/|#)/);
});
