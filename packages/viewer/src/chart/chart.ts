import { messageOf } from "@analytics-engines/core/basics";
import { readTable, type Table } from "@analytics-engines/core/results";
import { LitElement, nothing, type PropertyValues } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { html } from "../html.ts";
import { t } from "../l10n.ts";
import { loadCharts } from "../late-scripts.ts";
import { controls, theme } from "../theme.ts";
import { ChartMenu } from "./chart-menu.ts";
import { chartStyle } from "./chart-style.ts";
import { chartData, suggestCharts } from "./charts.ts";
import {
  type Drawing,
  type Hit,
  type PixelSpan,
  panned,
  readingAfter,
  showsAll,
  wholeSpan,
  zoomed,
} from "./draw/drawing.ts";
import { captionHeight, captionLines, fileNameOf, saveFile, toPngFile, toSvgFile } from "./export.ts";
import { captionOf } from "./read/rows.ts";
import type { ChartData, ChartSpec } from "./spec.ts";
import { chartColours, isHighContrast, onContrastChange } from "./swatch.ts";

/** A table as a chart. It starts with the chart that the rules choose; the user can change, zoom, read and save it. */
@customElement("ae-chart")
export class Chart extends LitElement {
  static override readonly styles = [theme, chartColours, controls, chartStyle];

  @property({ attribute: false }) accessor table: Table | undefined;
  /** The content of a chart that is not of a table. Such a chart is plain. */
  @property({ attribute: false }) accessor content: ChartData | undefined;
  /** The chart to show; by default the first that the rules choose. */
  @property({ attribute: false }) accessor spec: ChartSpec | undefined;
  /** Leaves out the menu and the border, for a chart beside a summary and on paper. */
  @property({ type: Boolean, reflect: true }) accessor plain = false;
  /** For a chart beside a summary: it has a height of its own, never scrolls, and shows only the largest groups if not all fit. */
  @property({ type: Boolean, reflect: true }) accessor brief = false;
  /** Where the table is from, for saved files. */
  @property({ attribute: false }) accessor source = "";
  /** The name of the table in saved files, which the title of the chart follows. */
  @property({ attribute: false }) accessor exportName = "";
  @state() accessor problem: string | undefined;
  @state() accessor hit: Hit | undefined;
  /** What the chart shows: all of the content, or its largest bars. */
  @state() accessor data: ChartData | undefined;
  @state() accessor span: PixelSpan = wholeSpan;
  /** Whether the chart on the page can be zoomed. */
  @state() accessor hasTime = false;
  @query(".stage") accessor stage: HTMLElement | null = null;
  @query(".picture") accessor picture: HTMLElement | null = null;

  /** All of the content. */
  #content: ChartData | undefined;
  #drawing: Drawing | undefined;
  /** The content and size of the drawing, so that an equal one is not drawn again. */
  #lastInputs: unknown[] = [];
  /** The place that the arrow keys reached. */
  #reading = -1;
  /** Where the mouse began to move the dates. */
  #dragStart: { readonly x: number; readonly span: PixelSpan } | undefined;
  #unobserve: (() => void) | undefined;
  readonly #resizeObserver = new ResizeObserver(() => void this.#draw());

  override render() {
    const { table, spec, data, content } = this;
    if (table === undefined && content === undefined) return nothing;
    const caption = data && captionOf(data);
    return html`
      ${this.plain || table === undefined ? nothing : this.#menu(table)}
      <div
        class="stage"
        tabindex="0"
        role="group"
        aria-label=${data ? t("Chart: {0}. Arrow keys read its values.", data.title) : t("Chart")}
        @keydown=${this.#onKeyDown}
        @blur=${this.#clearHit}
      >
        <div
          class="picture ${this.hasTime && !showsAll(this.span) ? "zoomed" : ""}"
          ?hidden=${data === undefined}
          @pointermove=${this.#onPointerMove}
          @pointerleave=${this.#clearHit}
          @pointerdown=${this.#onPointerDown}
          @pointerup=${this.#onPointerUp}
          @wheel=${this.#onWheel}
          @dblclick=${() => this.#show(wholeSpan)}
        ></div>
        ${spec === undefined && table !== undefined ? html`<div class="message">${noChartText(table)}</div>` : nothing}
        ${this.problem ? html`<div class="message" role="alert">${this.problem}</div>` : nothing}
        ${this.hit ? this.#tip(this.hit) : nothing}
      </div>
      ${caption === undefined ? nothing : html`<div class="note" role="status">${caption}</div>`}
      <div class="spoken" aria-live="polite">${this.#reading >= 0 && this.hit ? hitText(this.hit) : ""}</div>
    `;
  }

  #menu(table: Table) {
    return html`<ae-chart-menu
      .table=${table}
      .spec=${this.spec}
      .zoom=${this.hasTime ? (showsAll(this.span) ? "whole" : "part") : "none"}
      @spec-changed=${this.#specChanged}
      @zoom-in=${() => this.#show(zoomed(this.span, 0.5))}
      @zoom-out=${() => this.#show(zoomed(this.span, 2))}
      @zoom-whole=${() => this.#show(wholeSpan)}
      @save-svg=${() => this.#save("svg")}
      @save-png=${() => this.#save("png")}
    ></ae-chart-menu>`;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("table") && !(changed.has("spec") && this.spec))
      this.spec = this.table && suggestCharts(this.table)[0];
    if (changed.has("table") || changed.has("spec") || changed.has("content")) {
      this.#content = this.content ?? (this.table && this.spec && chartData(this.table, this.spec));
      this.data = this.#content;
      this.hit = undefined;
      this.#reading = -1;
      this.span = wholeSpan;
    }
  }

  protected override updated(): void {
    if (this.stage) this.#resizeObserver.observe(this.stage);
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
    this.#resizeObserver.disconnect();
  }

  /** Resolves when the chart is drawn. */
  async whenDrawn(): Promise<void> {
    await this.updateComplete;
    // The drawing began to wait for this script earlier, so it is done first.
    await loadCharts().catch(() => undefined);
  }

  /** Whether the drawing is higher than the element, which then scrolls. */
  get isCut(): boolean {
    return this.stage !== null && this.#drawing !== undefined && this.#drawing.height > this.stage.clientHeight;
  }

  /** Makes the element as high as its drawing: on paper nothing scrolls. */
  async showWhole(): Promise<void> {
    this.requestUpdate();
    await this.whenDrawn();
    if (!this.isCut || !this.stage || !this.#drawing) return;
    this.style.height = "auto";
    this.stage.style.flex = "none";
    this.stage.style.height = `${this.#drawing.height}px`;
    this.requestUpdate();
    await this.whenDrawn();
  }

  async #draw(): Promise<void> {
    const { stage, picture, span } = this;
    const content = this.#content;
    if (!stage || !picture || !content) return;
    // The height that the style gives the stage, without that of the drawing before.
    const { minHeight } = stage.style;
    stage.style.minHeight = "";
    const size = { width: Math.max(280, stage.clientWidth), height: Math.max(200, stage.clientHeight) };
    stage.style.minHeight = minHeight;
    const patterned = isHighContrast();
    const inputs = [content, size.width, size.height, patterned, span];
    if (inputs.every((part, index) => part === this.#lastInputs[index])) return;
    this.#lastInputs = inputs;
    try {
      const { drawChart, drawShortened } = await loadCharts();
      if (this.#lastInputs !== inputs) return;
      const whole = { ...size, patterned, span };
      const { data, drawing } = this.brief
        ? drawShortened(content, whole)
        : { data: content, drawing: drawChart(content, whole) };
      this.data = data;
      this.#drawing = drawing;
      if (this.brief) stage.style.minHeight = drawing.height > size.height ? `${drawing.height}px` : "";
      this.hasTime = this.#drawing.timeBox !== undefined;
      const { element } = this.#drawing;
      element.setAttribute("role", "img");
      element.setAttribute("aria-label", data.title);
      picture.replaceChildren(element);
      this.problem = undefined;
    } catch (error) {
      this.problem = messageOf(error);
    }
  }

  #tip({ title, lines }: Hit) {
    return html`
      <div class="pointer" ?hidden=${!this.hasTime}></div>
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
    const { top = 0, bottom = drawing.height } = drawing.timeBox ?? {};
    pointer.style.left = `${hit.x}px`;
    pointer.style.top = `${top}px`;
    pointer.style.height = `${bottom - top}px`;
  }

  readonly #onPointerMove = (event: PointerEvent) => {
    const { left: pictureX, top: pictureY } = this.picture?.getBoundingClientRect() ?? { left: 0, top: 0 };
    const box = this.#drawing?.timeBox;
    if (this.#dragStart && box) {
      this.span = panned(this.#dragStart.span, (this.#dragStart.x - event.clientX) / (box.right - box.left));
      return;
    }
    this.#reading = -1;
    this.hit = this.#drawing?.hit(event.clientX - pictureX, event.clientY - pictureY);
  };

  readonly #clearHit = () => {
    this.hit = undefined;
    this.#reading = -1;
  };

  readonly #onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0 || !this.hasTime || showsAll(this.span)) return;
    this.#dragStart = { x: event.clientX, span: this.span };
    this.picture?.setPointerCapture(event.pointerId);
  };

  readonly #onPointerUp = () => {
    this.#dragStart = undefined;
  };

  /** Ctrl and the wheel zoom, as pinching does. The wheel alone scrolls the page. */
  readonly #onWheel = (event: WheelEvent) => {
    const box = this.#drawing?.timeBox;
    if (!event.ctrlKey || !box || !this.picture) return;
    event.preventDefault();
    const at = (event.clientX - this.picture.getBoundingClientRect().left - box.left) / (box.right - box.left);
    this.#show(zoomed(this.span, event.deltaY > 0 ? 1.25 : 0.8, Math.max(0, Math.min(1, at))));
  };

  readonly #onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey } = event;
    if (this.hasTime && this.#zoomByKey(key, shiftKey)) return event.preventDefault();
    const readings = this.#drawing?.readings;
    const next = readings && readingAfter(readings, this.#reading, key);
    if (key === "Escape") this.#clearHit();
    if (readings === undefined || next === undefined) return;
    event.preventDefault();
    this.#reading = next;
    this.hit = readings.at(next);
    this.#reveal();
  };

  #zoomByKey(key: string, shiftKey: boolean): boolean {
    if (key === "+" || key === "=") this.#show(zoomed(this.span, 0.5));
    else if (key === "-") this.#show(zoomed(this.span, 2));
    else if (key === "0") this.#show(wholeSpan);
    else if (shiftKey && key === "ArrowLeft") this.#show(panned(this.span, -0.25));
    else if (shiftKey && key === "ArrowRight") this.#show(panned(this.span, 0.25));
    else return false;
    return true;
  }

  /** Moves the dates so that the place that the arrow keys reached is in view. */
  #reveal(): void {
    const box = this.#drawing?.timeBox;
    if (!box || !this.hit) return;
    const { x } = this.hit;
    if (x < box.left) this.span = panned(this.span, (x - box.left) / (box.right - box.left) - 0.05);
    else if (x > box.right) this.span = panned(this.span, (x - box.right) / (box.right - box.left) + 0.05);
    else return;
    void this.updateComplete
      .then(() => this.#draw())
      .then(() => {
        this.hit = this.#drawing?.readings.at(this.#reading);
      });
  }

  #show(span: PixelSpan): void {
    if (!this.hasTime) return;
    this.span = span;
    this.hit = undefined;
  }

  readonly #specChanged = (event: Event) => {
    if (event.target instanceof ChartMenu) this.spec = event.target.spec;
  };

  async #save(kind: "svg" | "png"): Promise<void> {
    if (!this.#drawing || !this.picture || !this.table) return;
    const { element, width, height } = this.#drawing;
    const note = this.data && captionOf(this.data);
    const caption = [...captionLines(this.table, this.source), ...(note === undefined ? [] : [note])];
    try {
      const svg = new Blob([toSvgFile(element, this.picture, caption)], { type: "image/svg+xml" });
      const file = kind === "svg" ? svg : await toPngFile(svg, width, height + captionHeight(caption));
      const name = [this.exportName, this.data?.title].filter(Boolean).join(" - ");
      saveFile(this, fileNameOf(name, kind), file);
    } catch (error) {
      this.problem = messageOf(error);
    }
  }
}

/** Why a table has no chart. */
function noChartText(table: Table): string {
  const { rowsAreMeasures, measures } = readTable(table);
  if (rowsAreMeasures)
    return t("The rows of this table have different units, so they share no axis. The table has the numbers.");
  return measures.length === 0
    ? t("This table has no numbers to draw.")
    : t("No chart shows the numbers of this table with certainty. The table has the numbers.");
}

/** What a screen reader says about the place that the arrow keys reached. */
function hitText({ title, lines }: Hit): string {
  return `${title}: ${lines.map(({ name, text }) => `${name} ${text}`).join(", ")}`;
}
