import type { Table } from "@analytics-engines/core/results";
import { css, html, LitElement, nothing, type PropertyValues } from "lit";
import { typedNumber } from "../grid/filter.ts";
import { controls, theme } from "../theme.ts";
import { summary } from "./comparison-summary.ts";
import { type ComparedTables, compareSideBySide } from "./comparison-table.ts";
import { type Candidate, candidates, type UnitContent, type UnitRef, unitKey, type ViewedRun } from "./viewed-run.ts";

/** A table beside that of another unit, with what changed marked. */
export class Compare extends LitElement {
  static override readonly styles = [
    theme,
    controls,
    css`
      :host {
        display: flex;
        flex-direction: column;
        gap: 6px;
      }
      .toolbar label {
        display: flex;
        gap: 5px;
        align-items: center;
      }
      input.number {
        width: 90px;
      }
      select {
        max-width: 360px;
      }
      p {
        margin: 0;
        overflow-wrap: anywhere;
      }
      ae-grid {
        flex: 1;
      }
    `,
  ];
  static override readonly properties = {
    run: { attribute: false },
    ref: { attribute: false },
    table: { attribute: false },
    other: { state: true },
    changedOnly: { state: true },
    tolerance: { state: true },
    compared: { state: true },
    problem: { state: true },
  };

  declare run: ViewedRun | undefined;
  declare ref: UnitRef | undefined;
  /** The table after. */
  declare table: Table | undefined;
  /** Key of the candidate whose table is the one before. */
  declare other: string | undefined;
  declare changedOnly: boolean;
  declare tolerance: number;
  declare compared: ComparedTables | undefined;
  declare problem: string | undefined;

  constructor() {
    super();
    this.changedOnly = false;
    this.tolerance = 0;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { run, ref } = this;
    // The same unit of the earlier run is what one looks for.
    if (changed.has("ref") && run && ref) {
      const same = candidates(run, ref).find((one) => one.isEarlier && unitKey(one.ref) === unitKey(ref));
      this.other = same?.key;
    }
    const asked = ["table", "other", "changedOnly", "tolerance"] as const;
    if (asked.some((name) => changed.has(name))) void this.#compare();
  }

  async #compare(): Promise<void> {
    const { run, ref, other, table } = this;
    const chosen = run && ref && candidates(run, ref).find(({ key }) => key === other);
    // What is shown stays until the new comparison is there.
    this.problem = undefined;
    if (!chosen || !table) {
      this.compared = undefined;
      return;
    }
    try {
      const content = await this.#read(chosen);
      if (this.other !== other || this.table !== table) return;
      if (content.kind !== "tables") throw new Error("That unit has no tables here.");
      const before = content.tables.find(({ id }) => id === table.id) ?? content.tables[0];
      if (before === undefined) throw new Error("That unit has no tables.");
      const { changedOnly, tolerance } = this;
      this.compared = compareSideBySide(before, table, { changedOnly, tolerance });
    } catch (error) {
      if (this.other !== other) return;
      this.compared = undefined;
      this.problem = error instanceof Error ? error.message : String(error);
    }
  }

  #before: { readonly unit: UnitRef["unit"]; readonly content: Promise<UnitContent> } | undefined;

  /** The unit before is read once, not with each letter of a tolerance. */
  #read({ run, ref: { file, unit } }: Candidate): Promise<UnitContent> {
    if (this.#before?.unit !== unit) this.#before = { unit, content: run.open(file, unit) };
    return this.#before.content;
  }

  override render() {
    const { run, ref, compared } = this;
    if (!run || !ref) return nothing;
    const offered = candidates(run, ref);
    const options = (isEarlier: boolean) =>
      offered
        .filter((one) => one.isEarlier === isEarlier)
        .map(
          ({ key, ref: { unit, file } }) => html`<option value=${key} .selected=${this.other === key}>
            ${unit.id} (${file.path})
          </option>`,
        );
    return html`
      <div class="toolbar">
        <label>
          Before
          <select @change=${this.#chosen}>
            <option value="" .selected=${this.other === undefined}>Choose a unit</option>
            ${
              run.earlier
                ? html`<optgroup label="Earlier run">${options(true)}</optgroup><optgroup label="This run">${options(false)}</optgroup>`
                : options(false)
            }
          </select>
        </label>
        <span>After <strong>${ref.unit.id}</strong></span>
        <label>Tolerance <input class="number" inputmode="decimal" placeholder="0" @input=${this.#toleranceTyped} /></label>
        <label><input type="checkbox" .checked=${this.changedOnly} @change=${this.#changedOnlySet} /> Changes only</label>
      </div>
      ${this.problem === undefined ? nothing : html`<p role="alert">${this.problem}</p>`}
      ${
        compared
          ? html`<p role="status">${summary(compared.comparison)}</p>
            <ae-grid .table=${compared.table} .mark=${compared.mark} label="Comparison"></ae-grid>`
          : nothing
      }
    `;
  }

  readonly #chosen = (event: Event) => {
    if (event.target instanceof HTMLSelectElement) this.other = event.target.value || undefined;
  };

  readonly #toleranceTyped = (event: Event) => {
    if (!(event.target instanceof HTMLInputElement)) return;
    const number = typedNumber(event.target.value) ?? 0;
    const isValid = number >= 0;
    event.target.setAttribute("aria-invalid", String(!isValid));
    if (isValid) this.tolerance = number;
  };

  readonly #changedOnlySet = (event: Event) => {
    if (event.target instanceof HTMLInputElement) this.changedOnly = event.target.checked;
  };
}
