import type { Issue } from "@analytics-engines/core/parameters";
import * as vscode from "vscode";
import { diagnosticOf } from "./issue-diagnostic.ts";
import { uriOfSweepFile } from "./sweep-files.ts";

/** The diagnostics of the files that sweeps read, by the sweep: two sweeps may read one file. */
export function createSweepDiagnostics(name: string) {
  const collections = new Map<string, vscode.DiagnosticCollection>();
  const clear = (sweep: vscode.Uri) => {
    collections.get(sweep.toString())?.dispose();
    collections.delete(sweep.toString());
  };
  return {
    /** Replaces the diagnostics of all files of a sweep. */
    set(sweep: vscode.Uri, issuesByPath: Iterable<readonly [path: string, issues: readonly Issue[]]>): void {
      const collection = collections.get(sweep.toString()) ?? vscode.languages.createDiagnosticCollection(name);
      collections.set(sweep.toString(), collection);
      collection.clear();
      for (const [path, issues] of issuesByPath)
        collection.set(
          uriOfSweepFile(sweep, path),
          issues.map((issue) => diagnosticOf(issue)),
        );
    },
    clear,
    dispose: () => [...collections.keys()].forEach((sweep) => void clear(vscode.Uri.parse(sweep))),
  };
}
