import { type Platform, platformOf } from "./platforms.ts";

/** What installers must know of a release. */
export interface ExecutableRelease {
  readonly version: string;
  /** The SHA-256 of each archive, in hexadecimal digits, by the name of its file. */
  readonly digests: ReadonlyMap<string, string>;
}

const HOMEPAGE = "https://github.com/analytics-engines/analytics-engines";
const DESCRIPTION = "Checks and runs parameter files of the Analytics Engines HTTP API";

/** The address and the digest of an archive. @throws Error if the release has no such archive */
function archiveOf({ version, digests }: ExecutableRelease, { archive }: Platform) {
  const sha256 = digests.get(archive);
  if (sha256 === undefined) throw new Error(`${archive} is missing in the release. Build it on its platform.`);
  return { url: `${HOMEPAGE}/releases/download/v${version}/${archive}`, sha256 };
}

/** The formula for Homebrew. @throws Error if an archive for macOS or Linux is missing */
export function homebrewFormula(release: ExecutableRelease): string {
  const download = (system: string, processor: string) => {
    const { url, sha256 } = archiveOf(release, platformOf(system, processor));
    return `      url "${url}"\n      sha256 "${sha256}"`;
  };
  return `class AnalyticsEngines < Formula
  desc "${DESCRIPTION}"
  homepage "${HOMEPAGE}"
  version "${release.version}"
  license "Apache-2.0"

  on_macos do
    on_arm do
${download("darwin", "arm64")}
    end
    on_intel do
${download("darwin", "x64")}
    end
  end

  on_linux do
    on_arm do
${download("linux", "arm64")}
    end
    on_intel do
${download("linux", "x64")}
    end
  end

  def install
    bin.install "analytics-engines"
    generate_completions_from_executable(bin/"analytics-engines", "completion")
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/analytics-engines --version")
  end
end
`;
}

/** The manifest for Scoop. @throws Error if the archive for Windows is missing */
export function scoopManifest(release: ExecutableRelease): string {
  const { url, sha256 } = archiveOf(release, platformOf("win32", "x64"));
  const manifest = {
    version: release.version,
    description: DESCRIPTION,
    homepage: HOMEPAGE,
    license: "Apache-2.0",
    architecture: { "64bit": { url, hash: sha256 } },
    bin: "analytics-engines.exe",
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
