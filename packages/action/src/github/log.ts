import { endGroup, error, info, notice, setSecret, startGroup, warning } from "@actions/core";
import { printable, visible } from "@analytics-engines/core/text";

/** The place of an annotation. */
export interface AnnotationPlace {
  /** Path from the root of the repository, with `/`. */
  readonly file: string;
  /** From 1. */
  readonly line?: number;
  readonly column?: number;
}

export type AnnotationLevel = "error" | "warning" | "notice";

/** The log of a step: plain lines, and workflow commands, which only our own code can issue. */
export interface Log {
  /** Writes a plain line. Untrusted text in it cannot issue a command. */
  line(text: string): void;
  /** Opens a group of lines that readers can fold. `endGroup` closes it. */
  group(title: string): void;
  endGroup(): void;
  /** Hides a secret in all later output of the job. Blank text is not masked. */
  mask(secret: string): void;
  annotate(
    level: AnnotationLevel,
    message: string,
    options?: { readonly title?: string; readonly place?: AnnotationPlace },
  ): void;
}

const annotate = { error, warning, notice };

/** The log of this process, on standard output. Hidden characters and commands in a line, which the toolkit accepts, are spelt out first. */
export const log: Log = {
  line: (text) => info(printable(text)),
  group: (title) => startGroup(visible(title)),
  endGroup,
  mask(secret) {
    if (secret.trim() !== "") setSecret(secret);
  },
  annotate(level, message, { title, place } = {}) {
    annotate[level](lines(message).map(visible).join("\n"), {
      ...(title !== undefined && { title: visible(title) }),
      ...(place !== undefined && { file: place.file }),
      ...(place?.line !== undefined && { startLine: place.line }),
      ...(place?.column !== undefined && { startColumn: place.column }),
    });
  },
};

function lines(text: string): string[] {
  return text.split(/\r\n|\r|\n/);
}
