import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { readZip } from "../../packages/action/test/support/github/zip.ts";
import { packageExtension } from "../../packages/vscode/package-vsix.ts";
import { root } from "../steps.ts";
import { readManifest } from "./npm-packages.ts";

describe("the package of the extension", () => {
  let vsix: Buffer;
  beforeAll(async () => {
    vsix = readFileSync(await packageExtension());
  });

  it("is smaller than 2.5 MB", () => {
    expect(vsix.length).toBeLessThan(2_500_000);
  });

  it("has a README whose pictures and links a marketplace can open: files of its version", () => {
    const files = readZip(vsix);
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
});
