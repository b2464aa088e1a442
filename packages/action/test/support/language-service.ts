import { validate as validateDocument } from "@actions/languageservice";
import { TextDocument } from "vscode-languageserver-textdocument";

/** What GitHub's language service finds wrong with an action's file, a line each: `12: message`. */
export async function validate(name: string, text: string): Promise<string[]> {
  const document = TextDocument.create(`file:///repository/${name}`, "yaml", 0, text);
  const found = await validateDocument(document);
  return found.map(({ range, message }) => `${range.start.line + 1}: ${message}`);
}
