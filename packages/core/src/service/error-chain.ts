/** As long as any chain of causes is. */
const deepestLink = 8;

/** An error and its causes, outermost first. */
export function linksOf(error: unknown): Error[] {
  const links: Error[] = [];
  for (let link = error; link instanceof Error && links.length < deepestLink; link = link.cause) links.push(link);
  return links;
}

/** The system's codes of an error and of its causes, outermost first. */
export function codesOf(error: unknown): string[] {
  return linksOf(error)
    .map(errorCode)
    .filter((code) => code !== undefined);
}

/** The system's code of an error, such as `ECONNREFUSED`, of the error itself alone. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
