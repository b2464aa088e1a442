/** A platform of the executable. */
export interface Platform {
  /** What Node calls the system and the processor. */
  readonly system: "linux" | "darwin" | "win32";
  readonly processor: "x64" | "arm64";
  /** The file of the release: an archive with the executable and its licenses. */
  readonly archive: string;
}

export const platforms: readonly Platform[] = [
  { system: "linux", processor: "x64", archive: "analytics-engines-linux-x64.tar.gz" },
  { system: "linux", processor: "arm64", archive: "analytics-engines-linux-arm64.tar.gz" },
  { system: "darwin", processor: "arm64", archive: "analytics-engines-macos-arm64.tar.gz" },
  { system: "darwin", processor: "x64", archive: "analytics-engines-macos-x64.tar.gz" },
  { system: "win32", processor: "x64", archive: "analytics-engines-windows-x64.zip" },
];

/** The platform of a system and a processor. @throws Error if there is no executable for it */
export function platformOf(system: string, processor: string): Platform {
  const platform = platforms.find((each) => each.system === system && each.processor === processor);
  if (platform === undefined)
    throw new Error(
      `There is no executable for ${system} ${processor}, only for ${platforms.map((each) => `${each.system} ${each.processor}`).join(", ")}.`,
    );
  return platform;
}
