import type { Table } from "@analytics-engines/core/results";
import { Chart, Grid, t } from "@analytics-engines/viewer";
import type { PageContent } from "../source/messages.ts";
import { postToExtension } from "./host.ts";
import { outlinesOf, unitContent } from "./unit-content.ts";

const style = new CSSStyleSheet();
style.replaceSync(`
  body.result { display: flex; flex-direction: column; gap: 6px; padding: 10px 16px; box-sizing: border-box; }
  body.result > ae-grid, body.result > ae-chart { flex: 1; min-height: 0; }
  body.result pre { white-space: pre-wrap; overflow-wrap: anywhere; font-family: var(--vscode-editor-font-family); }
  body.result > .toolbar { display: flex; gap: 6px; }
  body.result button, body.result select {
    font: inherit; color: inherit; padding: 2px 9px; border-radius: 4px; background: var(--vscode-editorWidget-background);
    border: 1px solid var(--vscode-contrastBorder, var(--vscode-editorWidget-border));
  }
  body.result button[aria-pressed="true"] { background: var(--vscode-list-inactiveSelectionBackground); }
  body.result :focus-visible { outline: 2px solid var(--vscode-focusBorder); }
`);

/** Shows a result without a run: its tables as grid and chart, or its text. */
export async function showResult(name: string, message: PageContent): Promise<void> {
  if (!document.adoptedStyleSheets.includes(style))
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];
  document.body.classList.add("result");
  const content = await unitContent(message);
  if (content.kind === "tables") {
    showTables(name, content.tables);
    return;
  }
  const note = content.kind === "text" ? content.note : undefined;
  const lines = content.kind === "elsewhere" ? [content.reason] : note ? [note] : [];
  const notes = lines.map((line) => element("p", { textContent: line }));
  const text = content.kind === "text" ? [element("pre", { textContent: content.text, tabIndex: 0 })] : [];
  document.body.replaceChildren(...notes, ...text);
  postToExtension({ type: "shown", shown: { key: name, tables: [] } });
}

function showTables(name: string, tables: readonly Table[]): void {
  let table = tables[0];
  let isChart = false;
  const views = [false, true].map((chart) => {
    const button = element("button", { textContent: chart ? t("Chart") : t("Table") });
    button.addEventListener("click", () => {
      isChart = chart;
      draw();
    });
    return button;
  });
  const choice = element("select", { ariaLabel: t("Table") });
  choice.append(...tables.map(({ id }, index) => new Option(id, String(index))));
  choice.addEventListener("change", () => {
    table = tables[Number(choice.value)];
    draw();
  });
  const toolbar = element("div", { className: "toolbar" });
  toolbar.append(...views, ...(tables.length > 1 ? [choice] : []));

  const draw = () => {
    if (table === undefined) return;
    for (const [index, button] of views.entries()) button.ariaPressed = String(isChart === (index === 1));
    document.body.replaceChildren(
      toolbar,
      isChart ? Object.assign(new Chart(), { table }) : Object.assign(new Grid(), { table, label: name }),
    );
  };
  draw();
  postToExtension({ type: "shown", shown: { key: name, tables: outlinesOf(tables) } });
}

function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
): HTMLElementTagNameMap[Tag] {
  return Object.assign(document.createElement(tag), properties);
}
