import { css, LitElement, unsafeCSS } from "lit";
import { customElement, property } from "lit/decorators.js";
import { categories } from "./colour.ts";

const inThemes = categories.light.map(
  (light, index) => `--chart-${index}: light-dark(${light}, ${categories.dark[index]});`,
);
const onPaper = categories.light.map((light, index) => `--chart-${index}: ${light};`);

/** The variables of the categories, for the page and, on `.paper`, for saved files. */
export const chartColours = css`
  :host {
    ${unsafeCSS(inThemes.join(""))}
  }
  .paper {
    ${unsafeCSS(onPaper.join(""))}
    --positive: #1f5fbf;
    --negative: #b3400e;
    --benchmark: #8a94a0;
  }
`;

const QUERY = "(forced-colors: active), (prefers-contrast: more)";

/** Whether the system, or the theme of the editor, asks for high contrast. */
export function isHighContrast(): boolean {
  const { classList } = document.body;
  return (
    matchMedia(QUERY).matches ||
    classList.contains("vscode-high-contrast") ||
    classList.contains("vscode-high-contrast-light")
  );
}

/** Calls back when that may have changed. Answers a function that ends this. */
export function onContrastChange(callback: () => void): () => void {
  const query = matchMedia(QUERY);
  query.addEventListener("change", callback);
  const observer = new MutationObserver(callback);
  observer.observe(document.body, { attributeFilter: ["class"] });
  return () => {
    query.removeEventListener("change", callback);
    observer.disconnect();
  };
}

/** A square of a colour. It sets its colour by script: the page's policy forbids style attributes. */
@customElement("ae-swatch")
export class Swatch extends LitElement {
  static override readonly styles = css`
    :host {
      display: inline-block;
      width: 10px;
      height: 10px;
      forced-color-adjust: none;
    }
  `;

  @property({ attribute: false }) accessor color = "";

  protected override updated(): void {
    this.style.background = this.color;
  }
}
