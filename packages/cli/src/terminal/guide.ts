/** The widest line of a help, columns. */
export const HELP_COLUMNS = 100;

/**
 * What stands below the options in the help of a command: notes, examples and exit codes. Paragraphs are filled to the width; indented lines
 * stay as they are.
 */
export function guide(text: string): string {
  const paragraphs = text.trim().split(/\n\n+/);
  return `\n${paragraphs.map((paragraph) => (/^ /m.test(paragraph) ? paragraph : fill(paragraph))).join("\n\n")}`;
}

function fill(paragraph: string): string {
  const lines: string[] = [];
  for (const word of paragraph.split(/\s+/)) {
    const line = lines.at(-1);
    if (line === undefined || line.length + 1 + word.length > HELP_COLUMNS) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines.join("\n");
}
