// The page of results: shows what the extension sends, and asks it for each unit when that is opened.
import { RunPage, SaveFileEvent } from "@analytics-engines/viewer";
import { type PageState, parseHostMessage } from "../messages.ts";
import { post, vscodeApi } from "./host.ts";
import { showResult } from "./result-page.ts";
import { answerContent, type ViewedPair, viewPair } from "./viewed-pair.ts";

const style = new CSSStyleSheet();
style.replaceSync(`
  html, body { height: 100%; margin: 0; padding: 0; }
  body { color-scheme: light; }
  body.vscode-dark, body.vscode-high-contrast:not(.vscode-high-contrast-light) { color-scheme: dark; }
`);
document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];

let page: RunPage | undefined;
/** Notes what is selected in the page that is shown now. */
let noteSelected = () => {};

window.addEventListener("message", ({ data }) => {
  const message = parseHostMessage(data);
  switch (message?.type) {
    case "run":
      showRun(viewPair(message.manifest, message.before), message.state);
      break;
    case "result":
      void showResult(message.name, message.content);
      break;
    case "content":
      answerContent(message.id, message.content);
      break;
    case "failed":
      showProblem(message.message);
      break;
  }
});

// Charts are saved by the extension, which asks where.
document.addEventListener("save-file", (event) => {
  if (!(event instanceof SaveFileEvent)) return;
  event.preventDefault();
  const { fileName: name, content } = event;
  content.arrayBuffer().then(
    (buffer) => post({ type: "save", name, bytes: new Uint8Array(buffer) }),
    (error: unknown) => showProblem(String(error)),
  );
});

function showRun(pair: ViewedPair, state: PageState): void {
  page ??= newPage();
  const shown = page;
  shown.run = pair.run;
  shown.selected = state.selected;
  noteSelected = () => {
    const { selected } = shown;
    // VS Code hands it to the next page in this place, also after a restart.
    vscodeApi.setState({ ...state, ...(selected === undefined ? {} : { selected }) });
    const unit = selected === undefined ? undefined : pair.placeOf(selected);
    if (unit !== undefined) post({ type: "selected", unit });
  };
  // The page chooses a unit itself where none is given.
  void shown.updateComplete.then(noteSelected);
}

function newPage(): RunPage {
  const made = new RunPage();
  made.addEventListener("unit-opened", () => noteSelected());
  document.body.replaceChildren(made);
  return made;
}

function showProblem(text: string): void {
  const problem = document.createElement("p");
  problem.setAttribute("role", "alert");
  problem.textContent = text;
  document.body.replaceChildren(problem);
  page = undefined;
}

post({ type: "ready" });
