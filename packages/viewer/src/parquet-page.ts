// The script that writes Parquet files. The page loads it with the first export: see grid/load-parquet.ts. Like charts-page.ts it is not a module.
import { tableToParquet } from "@analytics-engines/core/results";

globalThis.analyticsEnginesParquet = { tableToParquet };
