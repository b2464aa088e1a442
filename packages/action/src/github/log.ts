import { endGroup, error, info, notice, setSecret, startGroup, warning } from "@actions/core";
import { printable, visible } from "@analytics-engines/core/basics";

/** The place of an annotation. */
export interface AnnotationPlace {
  /** Path from the root of the repository, with `/`. */
  readonly file: string;
  /** From 1. */
  readonly line?: number;
  readonly column?: number;
}

export type AnnotationLevel = "error" | "warning" | "notice";

const annotate = { error, warning, notice };

/**
 * The log of a step, on standard output: plain lines, and workflow commands, which only our own code can issue. Hidden characters and
 * commands in a line, which the toolkit accepts, are spelt out first.
 */
export const log = {
  /** Writes a plain line. Untrusted text in it cannot issue a command. */
  line: (text: string): void => info(printable(text)),
  /** Opens a group of lines that readers can fold. `endGroup` closes it. */
  group: (title: string): void => startGroup(visible(title)),
  endGroup,
  /** Hides a secret in all later output of the job. Blank text is not masked. */
  mask(secret: string): void {
    if (secret.trim() !== "") setSecret(secret);
  },
  annotate(
    level: AnnotationLevel,
    message: string,
    { title, place }: { readonly title?: string; readonly place?: AnnotationPlace } = {},
  ): void {
    annotate[level](
      message
        .split(/\r\n|\r|\n/)
        .map(visible)
        .join("\n"),
      {
        ...(title !== undefined && { title: visible(title) }),
        ...(place !== undefined && { file: place.file }),
        ...(place?.line !== undefined && { startLine: place.line }),
        ...(place?.column !== undefined && { startColumn: place.column }),
      },
    );
  },
};

export type Log = typeof log;
