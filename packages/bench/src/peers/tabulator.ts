import { TabulatorFull } from "tabulator-tables";
import { findElement, type MeasuredGrid, numberFormat, rowObjects } from "./measured-grid.ts";

/** Tabulator with its virtual rows and columns, as its documentation sets it up. */
export function tabulatorGrid(): MeasuredGrid {
  let instance: TabulatorFull | undefined;
  let element: HTMLElement | undefined;
  const grid = () => {
    if (instance === undefined) throw new Error("the grid shows no table");
    return instance;
  };
  const after = (event: "dataSorted" | "dataFiltered", change: () => void) =>
    new Promise<void>((resolve) => {
      const onChange = () => {
        grid().off(event, onChange);
        resolve();
      };
      grid().on(event, onChange);
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
          instance = new TabulatorFull(place, {
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
          instance.on("tableBuilt", () => resolve());
        });
    },
    hasNumbers: () => /\d\.\d\d/.test(element?.textContent ?? ""),
    sort: (column) => after("dataSorted", () => grid().setSort(`c${column - 1}`, "desc")),
    search: (text) => after("dataFiltered", () => grid().setFilter("name", "like", text)),
    scroller: () => findElement(element, ".tabulator-tableholder"),
  };
}
