import type { RootContent } from "mdast";
import { visit } from "unist-util-visit";
import type { Document } from "./documents.ts";

/** The languages of the files that a reader saves, each with the ends of a file name. A reader copies no block of another language. */
const endings: Readonly<Record<string, RegExp>> = { csv: /\.csv$/, json: /\.json$/, ts: /\.mts$/, yaml: /\.ya?ml$/ };

/** What a reader copies from a page: a file to save, or commands; and what the commands before it print, in part, as the page shows it. */
export type PageBlock =
  | { readonly kind: "output"; readonly line: number; readonly content: string }
  | { readonly kind: "file"; readonly line: number; readonly path: string; readonly content: string }
  | { readonly kind: "commands"; readonly line: number; readonly content: string };

/** The blocks of a page, from top to bottom. The paragraph before the content of a file names its path. */
export function pageBlocks({ file, tree }: Document): readonly PageBlock[] {
  const blocks: PageBlock[] = [];
  visit(tree, "code", (code, index, parent) => {
    const { lang, value } = code;
    const line = code.position?.start.line ?? 0;
    if (lang === "sh") blocks.push({ kind: "commands", line, content: value });
    if (lang === "text") blocks.push({ kind: "output", line, content: value });
    const ending = endings[lang ?? ""];
    if (ending !== undefined) {
      const path = pathIn(parent?.children[(index ?? 0) - 1], ending);
      if (path === undefined)
        throw new Error(
          `${file}:${line}: the paragraph before the block does not say to which file a reader saves it.`,
        );
      blocks.push({ kind: "file", line, path, content: value });
    }
  });
  return blocks;
}

/** The path of a file in the text before a block: the last code with the ending. */
function pathIn(before: RootContent | undefined, ending: RegExp): string | undefined {
  const paths: string[] = [];
  if (before !== undefined) visit(before, "inlineCode", (node) => void paths.push(node.value));
  return paths.findLast((path) => ending.test(path));
}

/** One script of bash that does what a reader of a page does. It prints a mark before each block. */
export function pageScript(document: Document): string {
  const steps = pageBlocks(document).map((block) => {
    if (block.kind === "output") return "";
    const mark = `echo "== ${block.kind === "commands" ? "commands" : block.path}"\n`;
    return `${mark}${block.kind === "commands" ? block.content : saving(block.path, block.content)}\n`;
  });
  return `trap 'kill $(jobs -p) 2> /dev/null || true' EXIT\n${steps.join("")}`;
}

function saving(path: string, content: string): string {
  const end = "END OF THE BLOCK";
  return `mkdir -p "$(dirname '${path}')"\ncat > '${path}' <<'${end}'\n${content}\n${end}`;
}
