// The script that writes Excel files. The page loads it with the first export: see late-scripts.ts. Like charts-entry.ts it is not a module.
import { writeExcel } from "./write-excel.ts";

globalThis.analyticsEnginesExcel = { writeExcel };
