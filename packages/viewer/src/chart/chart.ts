import type { Table } from "@analytics-engines/core/results";
import { html, LitElement, nothing, type PropertyValues } from "lit";
import { controls, theme } from "../theme.ts";
import { chartData } from "./chart-data.ts";
import { ChartMenu } from "./chart-menu.ts";
import { chartStyle, swatchStyle } from "./chart-style.ts";
import { isHighContrast, onContrastChange } from "./contrast.ts";
import type { Drawing, Hit } from "./draw/drawing.ts";
import { fileNameOf, saveFile, toPngFile, toSvgFile } from "./export.ts";
import { loadCharts } from "./load-charts.ts";
import type { ChartData, ChartSpec } from "./spec.ts";
import { suggestCharts } from "./suggest.ts";

/** A table as a chart: what tells most is drawn first, and can be changed and saved. */
export class Chart extends LitElement {
  static override readonly styles = [theme, controls, chartStyle];
  static override readonly properties = {
    table: { attribute: false },
    spec: { attribute: false },
    problem: { state: true },
    hit: { state: true },
    data: { state: true },
  };

  declare table: Table | undefined;
  /** What is drawn; a suggestion where none is given. */
  declare spec: ChartSpec | undefined;
  declare problem: string | undefined;
  declare hit: Hit | undefined;
  declare data: ChartData | undefined;

  #drawing: Drawing | undefined;
  /** What the drawing shows, so that it is made anew only for something else. */
  #drawn: unknown[] = [];
  #unobserve: (() => void) | undefined;
  readonly #resized = new ResizeObserver(() => void this.#draw());

  override render() {
    const { table, spec, data } = this;
    if (table === undefined) return nothing;
    return html`
      <ae-chart-menu
        .table=${table}
        .spec=${spec}
        @spec-changed=${this.#specChanged}
        @save-svg=${this.#saveSvg}
        @save-png=${this.#savePng}
      ></ae-chart-menu>
      <div class="stage" tabindex="0" role="group" aria-label=${data ? `Chart: ${data.title}` : "Chart"}>
        <div class="picture" ?hidden=${spec === undefined} @pointermove=${this.#pointed} @pointerleave=${this.#left}></div>
        ${spec === undefined ? html`<div class="message">This table has no numbers to draw.</div>` : nothing}
        ${this.problem ? html`<div class="message" role="alert">${this.problem}</div>` : nothing}
        ${this.hit ? this.#tip(this.hit) : nothing}
      </div>
      ${data?.note ? html`<div class="quiet" role="status">${data.note}</div>` : nothing}
    `;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("table") && !(changed.has("spec") && this.spec))
      this.spec = this.table && suggestCharts(this.table)[0];
    if (changed.has("table") || changed.has("spec")) {
      this.data = this.table && this.spec && chartData(this.table, this.spec);
      this.hit = undefined;
    }
  }

  protected override updated(): void {
    const stage = this.renderRoot.querySelector(".stage");
    if (stage) this.#resized.observe(stage);
    this.#placeTip();
    void this.#draw();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#unobserve = onContrastChange(() => void this.#draw());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unobserve?.();
    this.#resized.disconnect();
  }

  async #draw(): Promise<void> {
    const stage = this.renderRoot.querySelector<HTMLElement>(".stage");
    const picture = this.renderRoot.querySelector(".picture");
    const { data } = this;
    if (!stage || !picture || !data) return;
    const size = { width: Math.max(320, stage.clientWidth), height: Math.max(270, stage.clientHeight) };
    const patterned = isHighContrast();
    const drawn = [data, size.width, size.height, patterned];
    if (drawn.every((part, index) => part === this.#drawn[index])) return;
    this.#drawn = drawn;
    try {
      const { drawChart } = await loadCharts();
      if (this.#drawn !== drawn) return;
      this.#drawing = drawChart(data, { ...size, patterned });
      const { element } = this.#drawing;
      element.setAttribute("role", "img");
      element.setAttribute("aria-label", data.title);
      picture.replaceChildren(element);
      this.problem = undefined;
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    }
  }

  #tip({ title, lines }: Hit) {
    return html`
      <div class="pointer" ?hidden=${this.spec?.kind !== "line"}></div>
      <div class="tip">
        <div class="name">${title}</div>
        <table>
          ${lines.map(
            ({ color, name, text }) => html`<tr>
              <td><ae-swatch .color=${color}></ae-swatch> ${name}</td>
              <td>${text}</td>
            </tr>`,
          )}
        </table>
      </div>
    `;
  }

  /** Beside the mouse, where there is room. */
  #placeTip(): void {
    const { hit } = this;
    const tip = this.renderRoot.querySelector<HTMLElement>(".tip");
    const pointer = this.renderRoot.querySelector<HTMLElement>(".pointer");
    const drawing = this.#drawing;
    if (!hit || !tip || !pointer || !drawing) return;
    const isRight = hit.x + 16 + tip.offsetWidth > drawing.width;
    tip.style.left = `${isRight ? Math.max(0, hit.x - 14 - tip.offsetWidth) : hit.x + 14}px`;
    tip.style.top = `${Math.max(0, Math.min(hit.y - tip.offsetHeight / 2, drawing.height - tip.offsetHeight))}px`;
    pointer.style.left = `${hit.x}px`;
    pointer.style.top = "60px";
    pointer.style.height = `${drawing.height - 94}px`;
  }

  readonly #pointed = (event: PointerEvent) => {
    const at = this.renderRoot.querySelector(".picture")?.getBoundingClientRect();
    this.hit = at && this.#drawing?.hit(event.clientX - at.left, event.clientY - at.top);
  };

  readonly #left = () => {
    this.hit = undefined;
  };

  readonly #specChanged = (event: Event) => {
    if (event.target instanceof ChartMenu) this.spec = event.target.spec;
  };

  #file(): string | undefined {
    const element = this.#drawing?.element;
    const picture = this.renderRoot.querySelector(".picture");
    return element && picture ? toSvgFile(element, picture) : undefined;
  }

  readonly #saveSvg = () => {
    const file = this.#file();
    if (file === undefined) return;
    saveFile(this, fileNameOf(this.data?.title ?? "", "svg"), new Blob([file], { type: "image/svg+xml" }));
  };

  readonly #savePng = async () => {
    const file = this.#file();
    if (file === undefined || this.#drawing === undefined) return;
    const { width, height } = this.#drawing;
    try {
      saveFile(this, fileNameOf(this.data?.title ?? "", "png"), await toPngFile(file, width, height));
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    }
  };
}

class Swatch extends LitElement {
  static override readonly styles = swatchStyle;
  static override readonly properties = { color: { attribute: false } };
  declare color: string;

  protected override updated(): void {
    this.style.background = this.color;
  }
}

customElements.define("ae-swatch", Swatch);
customElements.define("ae-chart-menu", ChartMenu);
customElements.define("ae-chart", Chart);
