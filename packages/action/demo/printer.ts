import { readRunnerLog } from "../test/support/runner/runner-log.ts";

/** Shows a step's log as GitHub shows it: commands hidden, groups as headings, errors and warnings marked. */
export function createPrinter(out: NodeJS.WriteStream) {
  const colour = (code: number, text: string) => (out.isTTY ? `\u001b[${code}m${text}\u001b[0m` : text);
  const heading = (text: string) => out.write(`\n${colour(1, text)}\n`);
  return {
    heading,
    line(text: string) {
      const { annotations, commands, lines } = readRunnerLog(`${text}\n`);
      const [annotation] = annotations;
      if (annotation !== undefined) {
        const place = annotation.file === undefined ? "" : ` ${annotation.file}:${annotation.line ?? 1}`;
        out.write(
          `  ${colour(annotation.level === "error" ? 31 : 33, `${annotation.level}${place}`)} ${annotation.title ?? ""}: ${annotation.message}\n`,
        );
      } else if (commands[0] === "group") heading(lines[0]?.slice(1, -1) ?? "");
      else if (commands.length === 0) out.write(`  ${lines.join("\n  ")}\n`);
    },
  };
}
