import { describe, expect, it } from "vitest";
import { homebrewFormula, scoopManifest } from "./executable/installers.ts";
import { platformOf, platforms } from "./executable/platforms.ts";

const release = {
  version: "1.2.3",
  digests: new Map(platforms.map(({ archive }, index) => [archive, `${index}`.repeat(64)])),
};
const addressOf = (archive: string) =>
  `https://github.com/analytics-engines/analytics-engines/releases/download/v1.2.3/${archive}`;

/** Each `url` of a formula with the `sha256` behind it. */
function downloadsIn(formula: string) {
  return Array.from(formula.matchAll(/^ +url "(.*)"\n +sha256 "([0-9a-f]{64})"$/gm), ([, url, sha256]) => ({
    url,
    sha256,
  }));
}

describe("the formula for Homebrew", () => {
  it("downloads the archive of each system and processor of the version, with its digest", () => {
    const formula = homebrewFormula(release);
    expect(formula).toContain('  version "1.2.3"\n');
    const unix = platforms.filter(({ system }) => system !== "win32");
    const downloads = downloadsIn(formula);
    expect(downloads).toHaveLength(4);
    expect(downloads).toEqual(
      expect.arrayContaining(
        unix.map(({ archive }) => ({ url: addressOf(archive), sha256: release.digests.get(archive) })),
      ),
    );
  });

  it.each([
    ["on_macos", "on_arm", "macos-arm64"],
    ["on_macos", "on_intel", "macos-x64"],
    ["on_linux", "on_arm", "linux-arm64"],
    ["on_linux", "on_intel", "linux-x64"],
  ])("downloads in %s %s the archive %s", (system, processor, name) => {
    const [, block = ""] = homebrewFormula(release).split(`  ${system} do\n`);
    const [, download = ""] = block.split(`    ${processor} do\n`);
    expect(download.split("\n")[0]).toBe(`      url "${addressOf(`analytics-engines-${name}.tar.gz`)}"`);
  });

  it("has an end for each block", () => {
    const lines = homebrewFormula(release).split("\n");
    const starts = lines.filter((line) => /^ *(?:class|def) | do$/.test(line));
    expect(lines.filter((line) => line.trim() === "end")).toHaveLength(starts.length);
  });
});

it("the manifest for Scoop downloads the archive for Windows, with its digest", () => {
  const { archive } = platformOf("win32", "x64");
  expect(JSON.parse(scoopManifest(release))).toEqual({
    version: "1.2.3",
    description: "Checks and runs parameter files of the Analytics Engines HTTP API",
    homepage: "https://github.com/analytics-engines/analytics-engines",
    license: "Apache-2.0",
    architecture: { "64bit": { url: addressOf(archive), hash: release.digests.get(archive) } },
    bin: "analytics-engines.exe",
  });
});

it.each(platforms)("a release without $archive has no installers", ({ archive, system }) => {
  const digests = new Map([...release.digests].filter(([name]) => name !== archive));
  const write = system === "win32" ? scoopManifest : homebrewFormula;
  expect(() => write({ ...release, digests })).toThrow(`${archive} is missing in the release.`);
});

it("a platform without an executable is named", () => {
  expect(() => platformOf("sunos", "sparc")).toThrow(/^There is no executable for sunos sparc, only for linux x64, /);
});
