import { visible } from "./plain.ts";

/** Where an annotation points. */
export interface Place {
  /** Path from the root of the repository, with `/`. */
  readonly file: string;
  /** From 1. */
  readonly line?: number;
  readonly column?: number;
}

export type AnnotationLevel = "error" | "warning" | "notice";

/** The step's log, in the runner's format: plain lines, and workflow commands that only our own code can issue. */
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
  /** Shown only where debug logging is on. */
  debug(text: string): void;
}

/**
 * The commands are written here and not by `@actions/core`: that package exports one entry, which loads an HTTP client of 450 kB
 * that only its identity tokens need, and would triple the time in which the Action starts. The format is documented:
 * https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands
 *
 * @param write Takes the text, line feed included. Default: standard output.
 */
export function createLog(write: (text: string) => void = (text) => process.stdout.write(text)): Log {
  const command = (name: string, message = "", properties: Readonly<Record<string, string | undefined>> = {}) =>
    write(`${formatCommand(name, message, properties)}\n`);
  return {
    line: (text) => write(`${harmless(text)}\n`),
    group: (title) => command("group", visible(title)),
    endGroup: () => command("endgroup"),
    mask(secret) {
      if (secret.trim() !== "") command("add-mask", secret);
    },
    annotate(level, message, { title, place } = {}) {
      command(level, lines(message).map(visible).join("\n"), {
        title: title === undefined ? undefined : visible(title),
        file: place?.file,
        line: place?.line?.toString(),
        col: place?.column?.toString(),
      });
    },
    debug: (text) => command("debug", text),
  };
}

/** `::name key=value,...::message`, escaped so that neither a message nor a value can end the command or begin another. */
export function formatCommand(
  name: string,
  message: string,
  properties: Readonly<Record<string, string | undefined>>,
): string {
  const pairs = Object.entries(properties).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}=${escapeProperty(value)}`],
  );
  return `::${name}${pairs.length === 0 ? "" : ` ${pairs.join(",")}`}::${escapeData(message)}`;
}

/** A line that the runner cannot take for a command: `::` opens one at the start of a line, the older `##[` anywhere. */
function harmless(text: string): string {
  return visible(text)
    .replace(/^(\s*):(?=:)/u, "$1: ")
    .replace(/##(?=\[)/gu, "# #");
}

function lines(text: string): string[] {
  return text.split(/\r\n|\r|\n/);
}

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
