import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { UserError } from "@analytics-engines/runs/host";
import { exitCodeOfSignal } from "../../exit-code.ts";

/**
 * Asks on the terminal. Node's own readline reads a secret without an echo: it switches the echo of the terminal off and echoes itself, here to
 * nowhere. So a library for one question is not needed.
 * @throws UserError if the input ends without an answer
 */
export async function ask(question: string, { isSecret }: { readonly isSecret: boolean }): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const output = isSecret ? nowhere : process.stderr;
  const terminal = createInterface({ input: process.stdin, output, terminal: true, historySize: 0 });
  terminal.on("SIGINT", () => {
    terminal.close();
    process.stderr.write("\nNothing was stored.\n");
    process.exit(exitCodeOfSignal("SIGINT"));
  });
  if (isSecret) process.stderr.write(question);
  try {
    return (await terminal.question(isSecret ? "" : question)).trim();
  } catch (error) {
    if (error instanceof Error && error.name === "AbortError") throw new UserError("Nothing was stored.");
    throw error;
  } finally {
    terminal.close();
    if (isSecret) process.stderr.write("\n");
  }
}
