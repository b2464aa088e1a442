import { printable } from "@analytics-engines/core/basics";

/** What the options that every command has say about standard error. */
interface MessageOptions {
  /** Errors alone. */
  readonly quiet?: boolean;
  /** Progress; on unless the user says otherwise. */
  readonly progress?: boolean;
}

let messages: MessageOptions = {};

/** Sets what this process writes to standard error besides errors. */
export function chooseMessages(options: MessageOptions): void {
  messages = options;
}

/** Whether standard error gets errors alone. */
export function isQuiet(): boolean {
  return messages.quiet === true;
}

/** Whether standard error gets progress. */
export function hasProgress(): boolean {
  return !isQuiet() && messages.progress !== false;
}

/** Says on standard error what is worth to know. */
export function note(sentence: string): void {
  if (!isQuiet()) process.stderr.write(`${printable(sentence)}\n`);
}

/** Says on standard error what went wrong without ending the command. */
export function warn(sentence: string): void {
  note(`Warning: ${sentence}`);
}
