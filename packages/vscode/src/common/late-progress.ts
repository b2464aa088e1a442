import { type Clock, sleep } from "@analytics-engines/core/basics";
import * as vscode from "vscode";
import { UserCanceledError } from "./errors.ts";
import { countText } from "./texts.ts";

/** Shorter work shows no progress. */
const PROGRESS_AFTER_MS = 1000;

/** What long work tells the user, and what it asks. */
export interface Course {
  readonly onStep: (done: number, total: number) => void;
  /** Aborts when the user cancels. */
  readonly signal: AbortSignal;
}

/**
 * Does work of many steps, and shows its progress, which can be canceled, once it has lasted a second.
 * @throws UserCanceledError if the user canceled it
 */
export async function withLateProgress<T>(
  clock: Clock,
  title: string,
  work: (course: Course) => Promise<T>,
): Promise<T> {
  const cancellation = new AbortController();
  let report: Course["onStep"] = () => {};
  const working = work({ onStep: (done, total) => report(done, total), signal: cancellation.signal });
  const isOver = working.then(
    () => true,
    () => true,
  );
  if (!(await Promise.race([isOver, sleep(clock, PROGRESS_AFTER_MS).then(() => false)]))) {
    const location = vscode.ProgressLocation.Notification;
    await vscode.window.withProgress({ location, title, cancellable: true }, async (progress, token) => {
      token.onCancellationRequested(() => cancellation.abort());
      report = (done, total) => {
        const message = vscode.l10n.t("{0} of {1}", countText(done), countText(total));
        progress.report({ message, increment: 100 / total });
      };
      await isOver;
    });
  }
  const result = await working;
  if (cancellation.signal.aborted) throw new UserCanceledError();
  return result;
}
