import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Root } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import { visit } from "unist-util-visit";
import { root } from "../steps.ts";

/** A Markdown file of the project. */
export interface Document {
  /** Path from the root, with `/`. */
  readonly file: string;
  readonly text: string;
  readonly tree: Root;
}

export interface CodeBlock {
  readonly file: string;
  readonly line: number;
  readonly language: string;
  readonly code: string;
}

/** All Markdown files that are, or will be, checked in. */
export function readDocuments(): readonly Document[] {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate", "*.md"];
  const files = execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\0").filter(Boolean);
  return files.map((file) => {
    const text = readFileSync(path.join(root, file), "utf8");
    return { file, text, tree: fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }) };
  });
}

/** The fenced code of a document in one of the languages. */
export function codeBlocks({ file, tree }: Document, ...languages: readonly string[]): readonly CodeBlock[] {
  const blocks: CodeBlock[] = [];
  visit(tree, "code", ({ lang, value, position }) => {
    if (languages.includes(lang ?? "")) {
      blocks.push({ file, line: position?.start.line ?? 0, language: lang ?? "", code: value });
    }
  });
  return blocks;
}
