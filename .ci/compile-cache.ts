/** For a process with an environment of its own: where Node keeps compiled code, so that the next start is faster. */
export const compileCache: Readonly<Record<string, string>> =
  process.env["NODE_COMPILE_CACHE"] === undefined ? {} : { NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] };
