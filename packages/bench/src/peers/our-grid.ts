import { Grid } from "../../../viewer/test/support/drawn.ts";
import { column, table } from "../../../viewer/test/support/tables.ts";
import { findElement, type MeasuredGrid } from "./measured-grid.ts";

/** The grid of the viewer. */
export function ourGrid(): MeasuredGrid {
  const grid = new Grid();
  const changed = async () => {
    grid.toolbar?.dispatchEvent(new Event("state-changed"));
    await grid.updateComplete;
  };
  const state = () => {
    const gridState = grid.toolbar?.state;
    if (gridState === undefined) throw new Error("the grid shows no table");
    return gridState;
  };
  return {
    prepare({ names, numbers }, main) {
      const text = { kind: "text", codes: Int32Array.from(names.keys()), dictionary: names } as const;
      const content = table([
        column("Name", [""], { values: text }),
        ...numbers.map((values, index) =>
          column(`Measure ${index}`, [0], { format: "{0:#,##0.00}", values: { kind: "number", values } }),
        ),
      ]);
      return async () => {
        grid.table = content;
        main.replaceChildren(grid);
        await grid.updateComplete;
      };
    },
    hasNumbers: () => /\d\.\d\d/.test(findElement(grid.shadowRoot, ".body").textContent ?? ""),
    async sort(column) {
      state().setSort({ column, descending: true });
      await changed();
    },
    async search(text) {
      state().setSearch(text);
      await changed();
    },
    scroller: () => findElement(grid.shadowRoot, ".scroller"),
  };
}
