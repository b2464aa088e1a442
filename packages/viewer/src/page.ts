import "./grid/grid.ts";
