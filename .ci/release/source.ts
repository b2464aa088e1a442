/** The address of a file, by its path from the root, as it was in a version. */
export function sourceAt(version: string, file: string): string {
  return `https://github.com/analytics-engines/analytics-engines/blob/v${version}/${file}`;
}
