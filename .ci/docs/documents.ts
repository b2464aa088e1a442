import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
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

/** The fenced code of a document in a language. */
export function codeBlocks({ file, tree }: Document, language: string): readonly CodeBlock[] {
  const blocks: CodeBlock[] = [];
  visit(tree, "code", ({ lang, value, position }) => {
    if (lang === language) blocks.push({ file, line: position?.start.line ?? 0, code: value });
  });
  return blocks;
}

/** The examples in the comments of core and runs. The line is that of the first line of code. */
export function commentExamples(): readonly CodeBlock[] {
  return globSync("packages/{core,runs}/src/**/*.ts", { cwd: root }).flatMap((file) => {
    const text = readFileSync(path.join(root, file), "utf8");
    return [...text.matchAll(/^ *\* ```ts\n(.*?)^ *\* ```$/gms)].map(({ 1: lines = "", index }) => ({
      file,
      line: text.slice(0, index).split("\n").length + 1,
      code: lines.replaceAll(/^ *\* ?/gm, ""),
    }));
  });
}
