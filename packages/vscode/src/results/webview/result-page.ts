import { exportName, type Table } from "@analytics-engines/core/results";
import { Chart, controls, Grid, t, theme } from "@analytics-engines/viewer";
import type { PageContent } from "../source/messages.ts";
import { postToExtension } from "./host.ts";
import { outlinesOf, unitContent } from "./unit-content.ts";

const layout = new CSSStyleSheet();
layout.replaceSync(`
  :host { display: flex; flex-direction: column; gap: 6px; height: 100%; padding: 10px 16px; box-sizing: border-box; }
  ae-grid, ae-chart { flex: 1; min-height: 0; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; font-family: var(--font-code); }
  .toolbar { display: flex; gap: 6px; }
`);

/** Shows a result without a run: its tables as grid and chart, or its text. */
export async function showResult(name: string, message: PageContent): Promise<void> {
  const root = createRoot();
  const content = await unitContent(message);
  if (content.kind === "tables") {
    showTables(root, name, content.tables);
    return;
  }
  const note = content.kind === "text" ? content.note : undefined;
  const lines = content.kind === "elsewhere" ? [content.reason] : note ? [note] : [];
  const notes = lines.map((line) => element("p", { textContent: line }));
  const text = content.kind === "text" ? [element("pre", { textContent: content.text, tabIndex: 0 })] : [];
  root.replaceChildren(...notes, ...text);
  postToExtension({ type: "shown", shown: { key: name, tables: [] } });
}

/** Creates the element with the page, in the colours and with the controls of the viewer. */
function createRoot(): ShadowRoot {
  const host = document.createElement("div");
  const root = host.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [...[theme, controls].flatMap(({ styleSheet }) => styleSheet ?? []), layout];
  document.body.replaceChildren(host);
  return root;
}

function showTables(root: ShadowRoot, name: string, tables: readonly Table[]): void {
  let tableIndex = 0;
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
    tableIndex = Number(choice.value);
    draw();
  });
  const toolbar = element("div", { className: "toolbar" });
  toolbar.append(...views, ...(tables.length > 1 ? [choice] : []));

  const stem = name.replace(/\.[^.]+$/, "");
  const draw = () => {
    const table = tables[tableIndex];
    if (table === undefined) return;
    const properties = { table, exportName: exportName(stem, tableIndex, tables.length) };
    for (const [index, button] of views.entries()) button.ariaPressed = String(isChart === (index === 1));
    root.replaceChildren(
      toolbar,
      isChart ? Object.assign(new Chart(), properties) : Object.assign(new Grid(), { ...properties, label: name }),
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
