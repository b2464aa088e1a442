import * as vscode from "vscode";
import type { Services } from "../../services/services.ts";
import type { Documents } from "../documents/documents.ts";
import { loadChecks } from "../language/load.ts";
import { LANGUAGE_ID } from "../language/text/kinds.ts";
import { unitNameProblem } from "../language/text/units.ts";

/** Renames the unit at the cursor. */
export function offerRename({ subscriptions }: Services, documents: Documents): void {
  const unitsIn = async (document: vscode.TextDocument) => {
    const [{ placedUnits }, checked] = await Promise.all([loadChecks(), documents.check(document)]);
    return placedUnits(checked);
  };
  const provider: vscode.RenameProvider = {
    async prepareRename(document, position) {
      const offset = document.offsetAt(position);
      const unit = (await unitsIn(document)).find(({ start, keyEnd }) => start <= offset && offset <= keyEnd);
      if (unit === undefined)
        throw new Error(vscode.l10n.t("Only units can be renamed. Place the cursor in the name of a unit."));
      return { range: nameRange(document, unit), placeholder: unit.id };
    },
    async provideRenameEdits(document, position, newName) {
      const offset = document.offsetAt(position);
      const units = await unitsIn(document);
      const unit = units.find(({ start, keyEnd }) => start <= offset && offset <= keyEnd);
      if (unit === undefined) return undefined;
      const others = units.filter(({ start }) => start !== unit.start).map(({ id }) => id);
      const problem = unitNameProblem(newName, others);
      if (problem === "taken")
        throw new Error(vscode.l10n.t('The file already has a unit "{0}". Choose another name.', newName));
      if (problem === "unusable")
        throw new Error(vscode.l10n.t('A unit cannot have the name "{0}". Choose another name.', newName));
      const edit = new vscode.WorkspaceEdit();
      edit.replace(document.uri, nameRange(document, unit), JSON.stringify(newName).slice(1, -1));
      return edit;
    },
  };
  subscriptions.push(vscode.languages.registerRenameProvider({ language: LANGUAGE_ID }, provider));
}

/** The name between its quotes. */
function nameRange(document: vscode.TextDocument, unit: { readonly start: number; readonly keyEnd: number }) {
  return new vscode.Range(document.positionAt(unit.start + 1), document.positionAt(unit.keyEnd - 1));
}
