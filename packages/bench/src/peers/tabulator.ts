import { TabulatorFull } from "tabulator-tables";
import { found, type MeasuredGrid, numberFormat, rowObjects } from "./measured-grid.ts";

/** Tabulator with its virtual rows and columns, as its documentation sets it up. */
export function tabulatorGrid(): MeasuredGrid {
  let shown: TabulatorFull | undefined;
  let element: HTMLElement | undefined;
  const grid = () => {
    if (shown === undefined) throw new Error("the grid shows no table");
    return shown;
  };
  const after = (event: "dataSorted" | "dataFiltered", change: () => void) =>
    new Promise<void>((resolve) => {
      const done = () => {
        grid().off(event, done);
        resolve();
      };
      grid().on(event, done);
      change();
    });
  return {
    prepare(data, main) {
      // Its documentation asks for a separate element: in a flex box it would draw all rows.
      const place = document.createElement("div");
      main.replaceChildren(place);
      element = place;
      const rows = rowObjects(data);
      return () =>
        new Promise((resolve) => {
          shown = new TabulatorFull(place, {
            data: rows,
            height: `${main.clientHeight}px`,
            renderHorizontal: "virtual",
            columns: [
              { title: "Name", field: "name", width: 160 },
              ...data.numbers.map((_, index) => ({
                title: `Measure ${index}`,
                field: `c${index}`,
                width: 120,
                hozAlign: "right" as const,
                formatter: (cell: { getValue(): number }) => numberFormat.format(cell.getValue()),
              })),
            ],
          });
          shown.on("tableBuilt", () => resolve());
        });
    },
    hasNumbers: () => /\d\.\d\d/.test(element?.textContent ?? ""),
    sort: (column) => after("dataSorted", () => grid().setSort(`c${column - 1}`, "desc")),
    search: (text) => after("dataFiltered", () => grid().setFilter("name", "like", text)),
    scroller: () => found(element, ".tabulator-tableholder"),
  };
}
