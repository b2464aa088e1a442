import { dateSource } from "@analytics-engines/runs/lookup";
import { UserError } from "@analytics-engines/runs/progress";
import * as vscode from "vscode";
import { rangeAt } from "../../common/vscode-util.ts";
import type { Services } from "../../services/services.ts";
import type { Documents } from "../documents/documents.ts";
import type { NameLookupGate } from "../documents/name-lookup-gate.ts";
import { loadFeatures } from "../language/load.ts";
import type { PlacedDate } from "../language/text/dates.ts";
import { LANGUAGE_ID } from "../language/text/kinds.ts";

/** The relative dates of the open documents. */
export type RelativeDates = ReturnType<typeof showRelativeDates>;

/** Shows the day of each relative date beside it. With a connection the service resolves them, by the calendar of the account. */
export function showRelativeDates(
  { clock, subscriptions }: Services,
  documents: Documents,
  lookupGate: NameLookupGate,
) {
  const changed = new vscode.EventEmitter<void>();
  let resolvingNames = lookupGate.current();

  /** The dates in the units that touch a range; by default in all. */
  async function datesOf(document: vscode.TextDocument, range?: vscode.Range): Promise<readonly PlacedDate[]> {
    const [{ placedDates }, checked] = await Promise.all([loadFeatures(), documents.settled(document)]);
    const current = lookupGate.current();
    const today = new Date(clock.now());
    const source = current && dateSource(current, today);
    const span = range && { start: document.offsetAt(range.start), end: document.offsetAt(range.end) };
    return placedDates(checked, { today, source }, span);
  }

  const provider: vscode.InlayHintsProvider = {
    onDidChangeInlayHints: changed.event,
    async provideInlayHints(document, range, token) {
      const [{ isoDay }, { version }] = [await loadFeatures(), document];
      const dates = await datesOf(document, range);
      if (token.isCancellationRequested || document.version !== version) return [];
      return dates.map((date) => {
        const hint = new vscode.InlayHint(document.positionAt(date.end), isoDay(date.day));
        hint.paddingLeft = true;
        hint.tooltip = originOf(date);
        return hint;
      });
    },
  };
  subscriptions.push(
    changed,
    vscode.languages.registerInlayHintsProvider({ language: LANGUAGE_ID }, provider),
    lookupGate.onDidChange(() => {
      // Each answer of the service fires; only another connection changes the days.
      if (lookupGate.current() === resolvingNames) return;
      resolvingNames = lookupGate.current();
      changed.fire();
    }),
  );
  return {
    /** The text of a hover over a relative date; undefined elsewhere. */
    async hoverAt(
      document: vscode.TextDocument,
      position: vscode.Position,
    ): Promise<vscode.MarkdownString | undefined> {
      const offset = document.offsetAt(position);
      const dates = await datesOf(document, new vscode.Range(position, position));
      const date = dates.find(({ start, end }) => start <= offset && offset <= end);
      if (date === undefined) return undefined;
      const { isoDay } = await loadFeatures();
      return new vscode.MarkdownString(`**${isoDay(date.day)}**  \n`).appendText(originOf(date));
    },
    /** Replaces the relative dates of the active document by their days. */
    async pin(): Promise<void> {
      const document = vscode.window.activeTextEditor?.document;
      if (document?.languageId !== LANGUAGE_ID)
        throw new UserError(vscode.l10n.t("No parameter file is open. Open the file whose dates to pin."));
      if ((await documents.check(document)).sweep !== undefined)
        throw new UserError(
          vscode.l10n.t(
            "The dates of a sweep are in its template and its rows. Write the days there, or in a set of the project file.",
          ),
        );
      lookupGate.open();
      const { version } = document;
      const dates = await datesOf(document);
      if (dates.length === 0) {
        void vscode.window.showInformationMessage(vscode.l10n.t("The file has no relative dates."));
        return;
      }
      if (document.version !== version)
        throw new UserError(vscode.l10n.t("The file changed while its dates were resolved. Pin them again."));
      const edit = new vscode.WorkspaceEdit();
      for (const date of dates) edit.replace(document.uri, rangeAt(document, date), JSON.stringify(date.day));
      await vscode.workspace.applyEdit(edit);
      void vscode.window.showInformationMessage(summaryOf(dates));
    },
  };
}

function originOf({ by }: PlacedDate): string {
  return by === "service"
    ? vscode.l10n.t("The day that this date means today, from the service")
    : vscode.l10n.t(
        "The day that this date means today, by the calendar of the request or by weekdays, without holidays",
      );
}

function summaryOf(dates: readonly PlacedDate[]): string {
  const byService = dates.filter(({ by }) => by === "service").length;
  const byRule = dates.length - byService;
  if (byRule === 0) return vscode.l10n.t("{0} dates pinned, as the service resolves them.", byService);
  return vscode.l10n.t(
    "{0} dates pinned: {1} as the service resolves them, {2} by the calendar without holidays. Check these before you rely on them.",
    dates.length,
    byService,
    byRule,
  );
}
