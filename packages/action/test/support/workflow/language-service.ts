import { type ActionsMetadataProvider, validate as validateDocument } from "@actions/languageservice";
import { TextDocument } from "vscode-languageserver-textdocument";

/** Reads the action.yml of one of our own actions, by its path in the repository. */
export type ReadAction = (path: string) => Awaited<ReturnType<ActionsMetadataProvider["fetchActionMetadata"]>>;

/**
 * What GitHub's language service finds wrong with a workflow or an action's file, a line each: `12: message`.
 *
 * @param readAction With it, the inputs of steps that use our own actions are checked against what those take.
 */
export async function validate(name: string, text: string, readAction?: ReadAction): Promise<string[]> {
  const document = TextDocument.create(`file:///repository/${name}`, "yaml", 0, text);
  const found = await validateDocument(document, {
    actionsMetadataProvider: {
      async fetchActionMetadata({ owner, name, path = "" }) {
        const isOurs = owner === "analytics-engines" && name === "action" && readAction !== undefined;
        return isOurs ? readAction(path) : { name, description: "" };
      },
    },
  });
  return found.map(({ range, message }) => `${range.start.line + 1}: ${message}`);
}
