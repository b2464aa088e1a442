import type { Table } from "@analytics-engines/core/results";
import { html, LitElement, nothing, type PropertyValues } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { errorMessage } from "../text.ts";
import { controls, theme } from "../theme.ts";
import { ChartMenu } from "./chart-menu.ts";
import { chartStyle, swatchStyle } from "./chart-style.ts";
import { chartData, suggestCharts } from "./charts.ts";
import { isHighContrast, onContrastChange } from "./contrast.ts";
import type { Drawing, Hit } from "./draw/drawing.ts";
import { fileNameOf, saveFile, toPngFile, toSvgFile } from "./export.ts";
import { loadCharts } from "./load-charts.ts";
import type { ChartData, ChartSpec } from "./spec.ts";

/** A table as a chart. It starts with the most telling chart; the user can change and save it. */
@customElement("ae-chart")
export class Chart extends LitElement {
  static override readonly styles = [theme, controls, chartStyle];

  @property({ attribute: false }) accessor table: Table | undefined;
  /** The chart to show; by default the first suggestion. */
  @property({ attribute: false }) accessor spec: ChartSpec | undefined;
  @state() accessor problem: string | undefined;
  @state() accessor hit: Hit | undefined;
  @state() accessor data: ChartData | undefined;
  @query(".stage") accessor stage: HTMLElement | null = null;
  @query(".picture") accessor picture: HTMLElement | null = null;

  #drawing: Drawing | undefined;
  /** The content and size of the drawing, so that an equal one is not drawn again. */
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
        @save-svg=${() => this.#save("svg")}
        @save-png=${() => this.#save("png")}
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
    if (this.stage) this.#resized.observe(this.stage);
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
    const { data, stage, picture } = this;
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
      this.problem = errorMessage(error);
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

  /** Places the tip beside the mouse, on the side with room for it. */
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
    const at = this.picture?.getBoundingClientRect();
    this.hit = at && this.#drawing?.hit(event.clientX - at.left, event.clientY - at.top);
  };

  readonly #left = () => {
    this.hit = undefined;
  };

  readonly #specChanged = (event: Event) => {
    if (event.target instanceof ChartMenu) this.spec = event.target.spec;
  };

  async #save(kind: "svg" | "png"): Promise<void> {
    if (!this.#drawing || !this.picture) return;
    const { element, width, height } = this.#drawing;
    try {
      const svg = new Blob([toSvgFile(element, this.picture)], { type: "image/svg+xml" });
      const file = kind === "svg" ? svg : await toPngFile(svg, width, height);
      saveFile(this, fileNameOf(this.data?.title ?? "", kind), file);
    } catch (error) {
      this.problem = errorMessage(error);
    }
  }
}

@customElement("ae-swatch")
export class Swatch extends LitElement {
  static override readonly styles = swatchStyle;
  @property({ attribute: false }) accessor color = "";

  protected override updated(): void {
    this.style.background = this.color;
  }
}
