/** Something that the service knows: what is written into a file, and what people call it. */
export interface NameEntry {
  /** The id, or the path, as a parameter file has it. */
  readonly id: string;
  readonly name: string;
  readonly category?: string | undefined;
  /** Where the service keeps it, for the lists that say so. */
  readonly directory?: string | undefined;
  /** Of a component: where it stands, which is its document, for some services followed by a place in there. */
  readonly path?: string | undefined;
}

/** What stands in a directory, by full paths as a parameter file has them. Those of directories end with a slash. */
export interface DirectoryEntries {
  readonly directories: readonly string[];
  readonly entries: readonly string[];
  /** What the service lists besides, and is no path. */
  readonly unread: readonly unknown[];
}
