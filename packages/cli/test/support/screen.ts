import xterm from "@xterm/headless";

/** A terminal without a window: what a user sees of bytes that a program writes to it. */
export function createScreen(columns: number, rows: number) {
  const terminal = new xterm.Terminal({
    cols: columns,
    rows,
    allowProposedApi: true,
    scrollback: 1000,
    convertEol: true,
  });
  const settled = () => new Promise<void>((resolve) => terminal.write("", resolve));
  const textFrom = async (first: number): Promise<string> => {
    await settled();
    const { active } = terminal.buffer;
    const lines = Array.from({ length: active.length - first }, (_, row) =>
      (active.getLine(first + row)?.translateToString(true) ?? "").trimEnd(),
    );
    return lines.join("\n").trimEnd();
  };
  let bytes = "";
  return {
    /** The stream of a program that writes to it. */
    stream: {
      isTTY: true,
      get columns() {
        return terminal.cols;
      },
      get rows() {
        return terminal.rows;
      },
      write(data: string | Uint8Array): boolean {
        bytes += String(data);
        terminal.write(data);
        return true;
      },
    },
    async resize(width: number, height: number): Promise<void> {
      await settled();
      terminal.resize(width, height);
    },
    /** The rows on the screen. */
    async text(): Promise<string> {
      await settled();
      return textFrom(terminal.buffer.active.baseY);
    },
    /** The rows that scrolled away, too. */
    wholeText: () => textFrom(0),
    /** Whether a program has hidden the cursor at some time. */
    hadHiddenCursor: () => bytes.includes("\u001b[?25l"),
  };
}
