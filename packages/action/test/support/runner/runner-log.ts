/** What the runner makes of a step's standard output: it takes workflow commands out of it and masks the rest. */
export interface RunnerLog {
  /** What a reader sees, secrets masked. */
  readonly lines: readonly string[];
  readonly annotations: readonly Annotation[];
  readonly masks: readonly string[];
  /** The names of all commands, in order. */
  readonly commands: readonly string[];
}

export interface Annotation {
  readonly level: string;
  readonly message: string;
  readonly title?: string;
  readonly file?: string;
  readonly line?: string;
  readonly col?: string;
}

interface Command {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly message: string;
}

const known = new Set([
  "add-mask",
  "debug",
  "endgroup",
  "error",
  "group",
  "notice",
  "stop-commands",
  "warning",
  "save-state",
  "set-output",
  "set-env",
  "add-path",
  "add-matcher",
  "echo",
]);

/** Reads the output as the runner does: `::name key=value::message` at the start of a line, and the older `##[name]message` anywhere in one. */
export function readRunnerLog(output: string): RunnerLog {
  const lines: string[] = [];
  const annotations: Annotation[] = [];
  const masks: string[] = [];
  const commands: string[] = [];
  let resume: string | undefined;
  const all = output.split(/\r\n|\r|\n/);
  if (all.at(-1) === "") all.pop();
  for (const line of all) {
    if (resume !== undefined) {
      if (line.trimStart() === `::${resume}::`) resume = undefined;
      else lines.push(masked(line, masks));
      continue;
    }
    const command = readCommand(line);
    if (command === undefined) {
      lines.push(masked(line, masks));
      continue;
    }
    commands.push(command.name);
    if (command.name === "stop-commands") resume = command.message;
    if (command.name === "add-mask")
      masks.push(...new Set([command.message, ...command.message.split(/\r?\n/)].filter((text) => text.trim() !== "")));
    if (["error", "warning", "notice"].includes(command.name))
      annotations.push({ level: command.name, message: command.message, ...command.properties });
    if (command.name === "group") lines.push(masked(`[${command.message}]`, masks));
  }
  return { lines, annotations, masks, commands };
}

function readCommand(line: string): Command | undefined {
  const text = line.trimStart();
  const end = text.startsWith("::") ? text.indexOf("::", 2) : -1;
  if (end >= 0) {
    const [name = "", ...rest] = text.slice(2, end).split(" ");
    if (known.has(name))
      return { name, properties: readProperties(rest.join(" ")), message: unescapeData(text.slice(end + 2)) };
  }
  const older = /##\[([^\] ]+)[^\]]*\](.*)/.exec(line);
  if (older?.[1] !== undefined && known.has(older[1]))
    return { name: older[1], properties: {}, message: older[2] ?? "" };
  return undefined;
}

function readProperties(text: string): Record<string, string> {
  const pairs = text.split(",").filter((pair) => pair.includes("="));
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf("=");
      return [
        pair.slice(0, at),
        unescapeData(
          pair
            .slice(at + 1)
            .replaceAll("%3A", ":")
            .replaceAll("%2C", ","),
        ),
      ];
    }),
  );
}

function unescapeData(text: string): string {
  return text.replaceAll("%0D", "\r").replaceAll("%0A", "\n").replaceAll("%25", "%");
}

function masked(line: string, masks: readonly string[]): string {
  return masks.reduce((text, mask) => text.replaceAll(mask, "***"), line);
}
