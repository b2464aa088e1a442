/** Reads a command file (`GITHUB_OUTPUT`, `GITHUB_STATE`) as the runner does; a later entry of a name wins. */
export function readCommandFile(text: string): Record<string, string> {
  const values: Record<string, string> = {};
  const lines = text.split(/\r?\n/);
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    const heredoc = /^([^=<]+)<<(.+)$/.exec(line);
    if (heredoc?.[1] !== undefined && heredoc[2] !== undefined) {
      const end = lines.indexOf(heredoc[2], index + 1);
      if (end < 0) throw new Error(`The value of ${heredoc[1]} has no end`);
      values[heredoc[1]] = lines.slice(index + 1, end).join("\n");
      index = end;
    } else if (line.includes("=")) {
      values[line.slice(0, line.indexOf("="))] = line.slice(line.indexOf("=") + 1);
    } else if (line !== "") {
      throw new Error(`Not an entry: ${line}`);
    }
  }
  return values;
}
