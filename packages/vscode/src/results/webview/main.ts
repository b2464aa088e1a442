// The page with results. It shows the run that the extension sends, and requests each unit when the user opens it.
import type { HistoryView } from "@analytics-engines/runs/review";
import {
  HistoryPage,
  RunPage,
  SaveFileEvent,
  setViewStore,
  UnitCellEvent,
  UnitComparedEvent,
  UnitShownEvent,
} from "@analytics-engines/viewer";
import { type PageState, parseHostMessage } from "../source/messages.ts";
import { keepPageState, postToExtension, tableStore } from "./host.ts";
import { showResult } from "./result-page.ts";
import { answerContent, type ViewedPair, viewPair } from "./viewed-pair.ts";

const style = new CSSStyleSheet();
style.replaceSync(`
  html, body { height: 100%; margin: 0; padding: 0; }
  body { color-scheme: light; }
  .problems { max-height: 30vh; overflow: auto; padding: 4px 16px; color: var(--vscode-list-warningForeground); }
  body:has(> .problems) { display: flex; flex-direction: column; }
  body:has(> .problems) > ae-run { flex: 1; min-height: 0; }
  body.vscode-dark, body.vscode-high-contrast:not(.vscode-high-contrast-light) { color-scheme: dark; }
`);
document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];

setViewStore(tableStore);

let page: RunPage | undefined;
let current: ViewedPair | undefined;
/** Stores the selection of the current page. */
let noteSelected = () => {};

window.addEventListener("message", ({ data }) => {
  const message = parseHostMessage(data);
  switch (message?.type) {
    case "run":
      showRun(viewPair(message), message.state);
      showManifestProblems(message.problems);
      break;
    case "result":
      void showResult(message.name, message.content);
      break;
    case "history":
      showHistory(message.view, message.wishes);
      break;
    case "content":
      answerContent(message.id, message.content);
      break;
    case "failed":
      showProblem(message.message);
      break;
  }
});

// The extension saves charts, since only it can ask for a file.
document.addEventListener("save-file", (event) => {
  if (!(event instanceof SaveFileEvent)) return;
  event.preventDefault();
  const { fileName: name, content } = event;
  content.arrayBuffer().then(
    (buffer) => postToExtension({ type: "save", name, bytes: new Uint8Array(buffer) }),
    (error: unknown) => showProblem(String(error)),
  );
});

/** Shows numbers over runs, first the one that was asked for. */
function showHistory(view: HistoryView, wishes: readonly string[]): void {
  const historyPage = Object.assign(new HistoryPage(), { history: view, wishes });
  document.body.replaceChildren(historyPage);
  page = undefined;
  postToExtension({ type: "shown", shown: { key: wishes[0] ?? "", tables: [] } });
}

function showRun(pair: ViewedPair, state: PageState): void {
  page ??= newPage();
  const currentPage = page;
  current = pair;
  currentPage.run = pair.run;
  currentPage.selected = state.selected;
  currentPage.cell = state.cell;
  const { selected: selectedUnit, other: candidateKey } = state;
  currentPage.compareWith =
    selectedUnit === undefined || candidateKey === undefined ? undefined : { selected: selectedUnit, candidateKey };
  currentPage.choosable = state.run !== undefined;
  currentPage.firstFile = state.file;
  noteSelected = () => {
    const { selected, compareWith } = currentPage;
    const { run, before, file } = state;
    keepPageState({
      ...{ run, before, file, selected },
      ...(compareWith?.selected === selected && { other: compareWith?.candidateKey }),
    });
    const unit = selected === undefined ? undefined : pair.unitOf(selected);
    if (unit !== undefined) postToExtension({ type: "selected", unit });
  };
  // Without a selection the page chooses a unit itself.
  void currentPage.updateComplete.then(noteSelected);
}

/** Shows above the page what is wrong with the manifest; the page shows the rest. */
function showManifestProblems(problems: readonly string[]): void {
  document.querySelector("body > .problems")?.remove();
  if (problems.length === 0) return;
  const list = document.createElement("div");
  list.className = "problems";
  list.setAttribute("role", "alert");
  list.append(
    ...problems.map((problem) => Object.assign(document.createElement("p"), { textContent: `⚠ ${problem}` })),
  );
  document.body.prepend(list);
}

function newPage(): RunPage {
  const runPage = new RunPage();
  runPage.addEventListener("unit-opened", () => noteSelected());
  runPage.addEventListener("other-run-chosen", () => postToExtension({ type: "choose-other" }));
  runPage.addEventListener("unit-shown", (event) => {
    if (event instanceof UnitShownEvent) current?.noteShown(event);
  });
  runPage.addEventListener("unit-cell", (event) => {
    if (event instanceof UnitCellEvent) postToExtension({ type: "cell", cell: event.cell });
  });
  runPage.addEventListener("unit-compared", (event) => {
    if (event instanceof UnitComparedEvent) current?.noteCompared(event);
  });
  document.body.replaceChildren(runPage);
  return runPage;
}

function showProblem(text: string): void {
  const problem = document.createElement("p");
  problem.setAttribute("role", "alert");
  problem.textContent = text;
  document.body.replaceChildren(problem);
  page = undefined;
}

postToExtension({ type: "ready" });
