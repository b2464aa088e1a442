/** A named entry of the service: the id in parameter files, and the name that people use. */
export interface NameEntry {
  /** The id or the path, as in a parameter file. */
  readonly id: string;
  readonly name: string;
  readonly category?: string | undefined;
  /** The directory in which the service keeps it, for lists that contain one. */
  readonly directory?: string | undefined;
  /** Only of a component: the path of its document, for some services followed by a place in the document. */
  readonly path?: string | undefined;
}

/** The content of a directory, by whole paths as in a parameter file. Paths of directories end with a slash. */
export interface DirectoryEntries {
  readonly directories: readonly string[];
  readonly entries: readonly string[];
  /** Items of the list that are not paths. */
  readonly unread: readonly unknown[];
}
