import { css, html, LitElement, nothing, type PropertyValues } from "lit";
import { customElement, property } from "lit/decorators.js";
import { theme } from "../theme.ts";
import { factList, factsStyle } from "./facts.ts";
import { UnitChosenEvent } from "./run-list.ts";
import "./unit.ts";
import { runFacts } from "./unit-facts.ts";
import { allUnits, type UnitRef, unitByKey, unitKey, type ViewedRun } from "./viewed-run.ts";

/** A run: its units on the left, the open unit on the right. Fires `unit-opened`. */
@customElement("ae-run")
export class RunPage extends LitElement {
  static override readonly styles = [
    theme,
    factsStyle,
    css`
      :host {
        display: grid;
        grid-template-columns: minmax(240px, 320px) minmax(0, 1fr);
        grid-template-rows: auto minmax(0, 1fr);
        height: 100%;
        background: var(--background);
      }
      header {
        grid-column: 1 / -1;
        padding: 10px 16px;
        border-bottom: 1px solid var(--line);
        background: var(--surface);
      }
      h1 {
        font-size: 1.15em;
        margin: 0 0 4px;
      }
      .facts {
        display: flex;
        flex-wrap: wrap;
        gap: 2px 6px;
      }
      .facts dd {
        margin-right: 18px;
      }
      aside {
        padding: 10px 12px;
        border-right: 1px solid var(--line);
        display: flex;
        min-height: 0;
        overflow: hidden;
      }
      ae-run-list,
      ae-unit {
        flex: 1;
        min-width: 0;
      }
      main {
        padding: 10px 16px;
        min-width: 0;
        min-height: 0;
        display: flex;
      }
      @media (max-width: 720px) {
        :host {
          grid-template-columns: minmax(0, 1fr);
          grid-template-rows: auto minmax(120px, 30vh) minmax(0, 1fr);
        }
        aside {
          border-right: none;
          border-bottom: 1px solid var(--line);
        }
      }
    `,
  ];

  @property({ attribute: false }) accessor run: ViewedRun | undefined;
  /** The key of the open unit, `PATH#UNIT`. By default the first one that failed, else the first one with tables, else the first one. */
  @property() accessor selected: string | undefined;

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { run } = this;
    if (!run || !(changed.has("run") || changed.has("selected"))) return;
    if (this.selected && unitByKey(run.manifest, this.selected)) return;
    const units = allUnits(run.manifest);
    const first =
      units.find(({ unit }) => unit.status !== "success") ?? units.find(({ unit }) => unit.tables) ?? units[0];
    this.selected = first && unitKey(first);
  }

  #opened: UnitRef | undefined;

  override render() {
    const { run } = this;
    if (run === undefined) return nothing;
    const found = unitByKey(run.manifest, this.selected ?? "");
    // The same object for the same unit, so that the page does not read it again.
    if (found?.unit !== this.#opened?.unit || found?.file !== this.#opened?.file) this.#opened = found;
    return html`
      <header>
        <h1>Run</h1>
        ${factList(runFacts(run.manifest))}
      </header>
      <aside>
        <ae-run-list
          .manifest=${run.manifest}
          selected=${this.selected ?? ""}
          @unit-chosen=${this.#chosen}
        ></ae-run-list>
      </aside>
      <main>
        ${this.#opened ? html`<ae-unit .run=${run} .ref=${this.#opened}></ae-unit>` : html`<p>This run has no units.</p>`}
      </main>
    `;
  }

  readonly #chosen = (event: Event) => {
    if (!(event instanceof UnitChosenEvent)) return;
    this.selected = unitKey(event.ref);
    this.dispatchEvent(new Event("unit-opened"));
  };
}
