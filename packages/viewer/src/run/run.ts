import { css, html, LitElement, nothing, type PropertyValues } from "lit";
import { theme } from "../theme.ts";
import { Commentary } from "./commentary.ts";
import { Compare } from "./compare.ts";
import { factList, factsStyle } from "./facts.ts";
import { RunList, UnitChosenEvent } from "./run-list.ts";
import { Unit } from "./unit.ts";
import { runFacts } from "./unit-facts.ts";
import { allUnits, findUnit, type UnitRef, unitKey, type ViewedRun } from "./viewed-run.ts";

/** A whole run: its units on the left, the one that is open on the right. Fires `unit-opened`. */
export class Run extends LitElement {
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
  static override readonly properties = { run: { attribute: false }, selected: {} };

  declare run: ViewedRun | undefined;
  /** Key of the unit that is open, `PATH#UNIT`; the first unit with a result where none is given. */
  declare selected: string | undefined;

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { run } = this;
    if (!run || !(changed.has("run") || changed.has("selected"))) return;
    if (this.selected && findUnit(run.manifest, this.selected)) return;
    const units = allUnits(run.manifest);
    const first =
      units.find(({ unit }) => unit.status !== "success") ?? units.find(({ unit }) => unit.tables) ?? units[0];
    this.selected = first && unitKey(first);
  }

  #opened: UnitRef | undefined;

  override render() {
    const { run } = this;
    if (run === undefined) return nothing;
    const found = findUnit(run.manifest, this.selected ?? "");
    // The same object for the same unit, so that it is not read again.
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

customElements.define("ae-run-list", RunList);
customElements.define("ae-unit", Unit);
customElements.define("ae-compare", Compare);
customElements.define("ae-commentary", Commentary);
customElements.define("ae-run", Run);
