import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { runInNewContext } from "node:vm";
import { beforeAll, describe, expect, it } from "vitest";
import { ensureBuilt } from "../bundle.ts";
import { bundleWeb } from "../bundle-web.ts";

const folder = path.resolve(import.meta.dirname, "..");
const { browser }: { browser: string } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));

/** A value that allows any property, call and construction, to any depth. */
function anything(): object {
  return new Proxy(class {}, { get: () => anything(), apply: () => anything(), construct: () => anything() });
}

describe("the bundle for browsers", () => {
  beforeAll(() => ensureBuilt());

  it("is one file of at most 1 MB", () => {
    expect(statSync(path.join(folder, browser)).size).toBeLessThanOrEqual(1_000_000);
  });

  it("loads without Node, and requires only VS Code", () => {
    const required = new Set<string>();
    const module = { exports: {} };
    const require = (name: string) => {
      required.add(name);
      return anything();
    };
    const web = { TextDecoder, TextEncoder, URL, crypto, setTimeout };
    runInNewContext(readFileSync(path.join(folder, browser), "utf8"), {
      ...web,
      module,
      exports: module.exports,
      require,
    });
    expect([...required]).toEqual(["vscode"]);
    expect(module.exports).toEqual({ activate: expect.anything() });
  });

  it("is refused if it imports a module of Node, or is too large", async () => {
    const quiet = { write: false, logLevel: "silent" } as const;
    await expect(bundleWeb({ ...quiet, entryPoints: ["src/jobs/store/encrypt.ts"] })).rejects.toThrow('"node:crypto"');
    await expect(bundleWeb({ ...quiet, entryPoints: ["src/common/lazy.ts"], minify: true }, 10)).rejects.toThrow(
      /has \d+ bytes, and may have 10/,
    );
  });
});
