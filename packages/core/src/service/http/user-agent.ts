import { VERSION } from "../version.ts";
import { isNode } from "./wire/node.ts";

/**
 * The user agent of every request: the program, this library, and the major version of Node, as
 * `analytics-engines-cli/0.1.0 analytics-engines/0.1.0 node/24`.
 * @param program name and version of the program that uses the library
 * @throws TypeError for a program that no header can hold
 */
export function userAgentOf(program: string | undefined): string {
  if (program !== undefined && !/^[\x21-\x7e][\x20-\x7e]*$/.test(program))
    throw new TypeError("userAgent must be printable ASCII");
  const node = isNode ? [`node/${process.versions.node.split(".", 1)[0]}`] : [];
  return [...(program === undefined ? [] : [program]), `analytics-engines/${VERSION}`, ...node].join(" ");
}
