import { codeQuote } from "@analytics-engines/core/basics";
import { UserError } from "@analytics-engines/runs/progress";
import * as vscode from "vscode";
import { findInWorkspace } from "../../common/find-files.ts";
import { pickOne } from "../../common/questions.ts";
import { baseName } from "../../common/texts.ts";
import { showPage } from "../../services/read-only-documents.ts";
import type { Services } from "../../services/services.ts";
import { type Documents, documentsOf } from "../documents/documents.ts";
import { HEAD, hasGit, textInHead } from "../documents/git.ts";
import { kindOptions, uriOfSweepFile } from "../documents/written-file.ts";
import type { compareFiles } from "../language/comparison.ts";
import { loadFeatures, loadSweeps } from "../language/load.ts";
import type { CheckedText } from "../language/text/checked-text.ts";
import { wordOf } from "../language/text/kinds.ts";

/** A user does not read a longer list of files. */
const MAX_FILES = 2000;

/**
 * Shows as text what differs between two versions of a parameter file, or between two files of the same kind.
 * @param before the file to compare it with, or `HEAD`
 */
export async function compareParameterFiles(
  services: Services,
  uri: vscode.Uri,
  before: vscode.Uri | typeof HEAD,
): Promise<void> {
  const documents = documentsOf(services);
  if (before === HEAD) await compareWithHead(services, documents, uri);
  else await compareWithFile(services, documents, uri, before);
}

async function compareWithHead(services: Services, documents: Documents, uri: vscode.Uri): Promise<void> {
  if (!hasGit())
    throw new UserError(
      vscode.l10n.t(
        "The git extension of VS Code does not run here, so HEAD cannot be read. Compare with a file instead.",
      ),
    );
  const before = await textInHead(uri);
  if (before === undefined)
    throw new UserError(
      vscode.l10n.t(
        "This file does not exist in HEAD, so there is nothing to compare with. Compare with a file instead.",
      ),
    );
  await showChanges(services, uri, await changesSince(services, uri, before, await checkFile(documents, uri)), {
    title: vscode.l10n.t("Changes in {0} since HEAD", codeOf(uri)),
    same: vscode.l10n.t("The request is the same as in HEAD."),
    faulty: vscode.l10n.t("The version in HEAD has errors, so it cannot be compared. Compare with a file instead."),
  });
}

/** The changes of a parameter file or a sweep since its text in HEAD; undefined for a file that is too large. */
async function changesSince(services: Services, uri: vscode.Uri, before: string, { file, sweep }: CheckedText) {
  const { path, unknownProperties } = kindOptions(services, uri);
  if (sweep === undefined)
    return file && (await loadFeatures()).compareTexts(before, file, { path, family: file.family });
  const { compareVersions, listSweepFiles, readSweep } = await loadSweeps();
  const entries = listSweepFiles(before, path).map(async (name) => {
    const text = await textInHead(uriOfSweepFile(uri, name));
    return [name, text === undefined ? { problem: "is missing" } : { text }] as const;
  });
  const files = new Map(await Promise.all(entries));
  return compareVersions(readSweep(before, path, { files, unknownProperties }), sweep);
}

async function compareWithFile(
  services: Services,
  documents: Documents,
  uri: vscode.Uri,
  otherUri: vscode.Uri,
): Promise<void> {
  const checked = await checkFile(documents, uri);
  const earlier = await checkFile(documents, otherUri);
  if (earlier.kind !== checked.kind)
    throw new UserError(
      vscode.l10n.t(
        "{0} and {1} are files of different families, so they cannot be compared. Choose a file of the same family.",
        nameOf(otherUri),
        nameOf(uri),
      ),
    );
  if ((earlier.sweep === undefined) !== (checked.sweep === undefined))
    throw new UserError(
      vscode.l10n.t(
        "Only one of {0} and {1} is a sweep, so they cannot be compared. Choose two sweeps or two parameter files.",
        nameOf(otherUri),
        nameOf(uri),
      ),
    );
  await showChanges(services, uri, await changesBetween(earlier, checked), {
    title: vscode.l10n.t("Changes from {0} to {1}", codeOf(otherUri), codeOf(uri)),
    same: vscode.l10n.t("The requests of both files are the same."),
    faulty: vscode.l10n.t("{0} has errors. Fix them to compare it.", nameOf(otherUri)),
  });
}

async function changesBetween(before: CheckedText, after: CheckedText) {
  if (before.sweep && after.sweep) return (await loadSweeps()).compareVersions(before.sweep, after.sweep);
  return before.file && after.file && (await loadFeatures()).compareFiles(before.file, after.file);
}

async function checkFile(documents: Documents, uri: vscode.Uri): Promise<CheckedText> {
  return documents.check(await vscode.workspace.openTextDocument(uri));
}

/** Lets the user pick another file of the same kind in the workspace. */
export async function pickOtherFile(services: Services, uri: vscode.Uri): Promise<vscode.Uri> {
  const { kind } = await checkFile(documentsOf(services), uri);
  const pattern = kind === undefined ? "**/*.json" : `**/*.${wordOf(kind)}.json`;
  const files = await findInWorkspace({ patterns: [pattern] });
  const others = files.filter((file) => file.toString() !== uri.toString()).slice(0, MAX_FILES);
  if (others.length === 0)
    throw new UserError(
      vscode.l10n.t("The workspace has no other file of the family of {0}. Add one to compare.", nameOf(uri)),
    );
  const items = others
    .map((file) => ({ label: nameOf(file), description: vscode.workspace.asRelativePath(file), file }))
    .sort((first, second) => (first.description < second.description ? -1 : 1));
  const placeHolder = vscode.l10n.t("Compare {0} with which file?", nameOf(uri));
  return (await pickOne(items, { placeHolder, matchOnDescription: true })).file;
}

/** Shows a comparison, in the words for what the file is compared with. */
async function showChanges(
  services: Services,
  uri: vscode.Uri,
  comparison: ReturnType<typeof compareFiles> | undefined,
  words: { readonly title: string; readonly same: string; readonly faulty: string },
): Promise<void> {
  if (!comparison)
    throw new UserError(vscode.l10n.t("This file is too large to compare. Divide its units among smaller files."));
  if ("problem" in comparison) {
    throw new UserError(
      comparison.problem === "after"
        ? vscode.l10n.t("{0} has errors. Fix them to compare it.", nameOf(uri))
        : words.faulty,
    );
  }
  const changes = comparison.changes || `${words.same}\n`;
  await showPage(services, `${nameOf(uri)}.changes.md`, `# ${words.title}\n\n${changes}`);
}

function nameOf({ path }: vscode.Uri): string {
  return baseName(path);
}

/** The name of a file as code in Markdown. */
function codeOf(uri: vscode.Uri): string {
  return codeQuote(nameOf(uri));
}
