import { messageOf } from "@analytics-engines/core/basics";
import { warn } from "../../terminal/messages.ts";

/** Writes a page of results, which are stored already: a problem is only reported. @returns its absolute path; undefined without one */
export async function attemptPage(
  write: () => Promise<{ readonly file: string } | undefined>,
): Promise<string | undefined> {
  try {
    return (await write())?.file;
  } catch (error) {
    warn(`report.html could not be written: ${messageOf(error)}`);
    return undefined;
  }
}
