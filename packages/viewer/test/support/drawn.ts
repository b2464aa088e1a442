// What a page draws, for the benchmarks that measure it beside other libraries.
export { Grid } from "../../src/grid/grid.ts";
