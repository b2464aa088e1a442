/** The message of any thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Longer than any real chain of causes, which may also be a circle. */
const MAX_LINKS = 8;

/** An error and its causes, outermost first. */
export function linksOf(error: unknown): Error[] {
  const links: Error[] = [];
  for (let link = error; link instanceof Error && links.length < MAX_LINKS; link = link.cause) links.push(link);
  return links;
}

/** The system's codes of an error and of its causes, outermost first. */
export function codesOf(error: unknown): string[] {
  return linksOf(error)
    .map(errorCode)
    .filter((code) => code !== undefined);
}

/** The system's code of the error itself, such as `ECONNREFUSED`. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
