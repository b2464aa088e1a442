export { outlineResult, type ResultOutline, type TableOutline } from "./outline.ts";
