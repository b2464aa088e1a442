import { endGroup, error, info, notice, setSecret, startGroup, warning } from "@actions/core";
import { printable, visible } from "@analytics-engines/core/text";

/** Where an annotation points. */
export interface Place {
  /** Path from the root of the repository, with `/`. */
  readonly file: string;
  /** From 1. */
  readonly line?: number;
  readonly column?: number;
}

export type AnnotationLevel = "error" | "warning" | "notice";

/** The step's log: plain lines, and workflow commands that only our own code can issue. */
export interface Log {
  /** One plain line. Untrusted text may be part of it: it cannot issue a command. */
  line(text: string): void;
  /** Opens a group of lines that readers can fold; `endGroup` closes it. */
  group(title: string): void;
  endGroup(): void;
  /** Hides a secret from everything that follows, in every step of the job. Blank text is not masked. */
  mask(secret: string): void;
  annotate(
    level: AnnotationLevel,
    message: string,
    options?: { readonly title?: string; readonly place?: Place },
  ): void;
}

const annotate = { error, warning, notice };

/** The log of this process, on standard output. The toolkit lets hidden characters through, and commands in a line: they are spelt out first. */
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
