import { Socket } from "node:net";
import type { Readable } from "node:stream";
import { UserError } from "../user-error.ts";

/** Git gave no answer for so long that it was ended. */
export class SilentGitError extends UserError {
  override readonly name = "SilentGitError";
  constructor(command: string, seconds: number) {
    super(
      `git ${command} gave no answer for ${seconds} s and was ended. Run git there by hand to see what it waits for, such as a dialog or a network drive.`,
    );
  }
}

/**
 * Watches the output of a command of git. A reader that is slow is no silence: then output that has arrived waits for it.
 * @param output the standard output of a child process
 * @param maxSilenceMs how long the command may give nothing, milliseconds; it is noticed after twice that at most
 */
export function watchSilence(output: Readable, command: string, maxSilenceMs: number) {
  const { promise, reject } = Promise.withResolvers<never>();
  // The command can end at a moment when nobody waits for this.
  promise.catch(() => {});
  let seenBytes = 0;
  const timer = setInterval(() => {
    const bytes = output instanceof Socket ? output.bytesRead : 0;
    const isSilent = bytes === seenBytes && output.readableLength === 0;
    seenBytes = bytes;
    if (isSilent) reject(new SilentGitError(command, maxSilenceMs / 1000));
  }, maxSilenceMs);
  return {
    /** Rejects with a `SilentGitError` where the command is silent for too long. Never resolves. */
    silence: promise,
    end: () => clearInterval(timer),
  };
}
