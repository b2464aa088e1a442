import {
  AllCommunityModule,
  createGrid,
  type GridApi,
  type GridOptions,
  ModuleRegistry,
  themeQuartz,
} from "ag-grid-community";
import { findElement, type MeasuredGrid, numberFormat, rowObjects } from "./measured-grid.ts";

/** AG Grid community, as its documentation sets it up. */
export function agGrid(): MeasuredGrid {
  ModuleRegistry.registerModules([AllCommunityModule]);
  let gridApi: GridApi | undefined;
  let element: HTMLElement | undefined;
  const api = () => {
    if (gridApi === undefined) throw new Error("the grid shows no table");
    return gridApi;
  };
  const after = (event: "sortChanged" | "filterChanged", change: () => void) =>
    new Promise<void>((resolve) => {
      const onChange = () => {
        api().removeEventListener(event, onChange);
        resolve();
      };
      api().addEventListener(event, onChange);
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
          gridApi = createGrid(main, { ...options, onFirstDataRendered: () => resolve() });
        });
    },
    hasNumbers: () => /\d\.\d\d/.test(element?.textContent ?? ""),
    sort: (column) =>
      after("sortChanged", () => api().applyColumnState({ state: [{ colId: `c${column - 1}`, sort: "desc" }] })),
    search: (text) => after("filterChanged", () => api().setGridOption("quickFilterText", text)),
    scroller: () => findElement(element, ".ag-grid-viewport"),
  };
}
