import {
  AllCommunityModule,
  createGrid,
  type GridApi,
  type GridOptions,
  ModuleRegistry,
  themeQuartz,
} from "ag-grid-community";
import { found, type MeasuredGrid, numberFormat, rowObjects } from "./measured-grid.ts";

/** AG Grid community, as its documentation sets it up. */
export function agGrid(): MeasuredGrid {
  ModuleRegistry.registerModules([AllCommunityModule]);
  let shown: GridApi | undefined;
  let element: HTMLElement | undefined;
  const api = () => {
    if (shown === undefined) throw new Error("the grid shows no table");
    return shown;
  };
  const after = (event: "sortChanged" | "filterChanged", change: () => void) =>
    new Promise<void>((resolve) => {
      const done = () => {
        api().removeEventListener(event, done);
        resolve();
      };
      api().addEventListener(event, done);
      change();
    });
  return {
    prepare(data, main) {
      element = main;
      const valueFormatter = ({ value }: { value: number | null | undefined }) =>
        value === null || value === undefined ? "" : numberFormat.format(value);
      const options: GridOptions = {
        theme: themeQuartz,
        animateRows: false,
        rowData: rowObjects(data),
        columnDefs: [
          { field: "name", pinned: "left", getQuickFilterText: ({ value }) => String(value) },
          ...data.numbers.map((_, index) => ({
            field: `c${index}`,
            valueFormatter,
            getQuickFilterText: () => "",
          })),
        ],
      };
      return () =>
        new Promise((resolve) => {
          shown = createGrid(main, { ...options, onFirstDataRendered: () => resolve() });
        });
    },
    hasNumbers: () => /\d\.\d\d/.test(element?.textContent ?? ""),
    sort: (column) =>
      after("sortChanged", () => api().applyColumnState({ state: [{ colId: `c${column - 1}`, sort: "desc" }] })),
    search: (text) => after("filterChanged", () => api().setGridOption("quickFilterText", text)),
    scroller: () => found(element, ".ag-grid-viewport"),
  };
}
