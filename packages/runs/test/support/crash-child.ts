// Runs `crashRun` and kills its own process (SIGKILL) just before the Nth operation on the disk, or in the middle of it. `startChild` gives it
// its input. Prints how many operations there were if it comes to its end.
import fs from "node:fs";
import type { RunFile } from "../../src/index.ts";
import { countOfOperations, type EndMode, endAtOperation } from "./end-at-operation.ts";

/** What the child runs, and where it ends. */
export interface CrashInput {
  readonly url: string;
  readonly folder: string;
  readonly files: readonly RunFile[];
  /** The folder of a run whose results are copied. */
  readonly earlier?: string;
  /** 0 for never. */
  readonly at: number;
  readonly mode: EndMode;
}

const { url, folder, files, earlier, at, mode }: CrashInput = JSON.parse(fs.readFileSync(0, "utf8"));
endAtOperation(at, mode);

const { crashRun } = await import("./crash-run.ts");
await crashRun(url, folder, files, earlier);
process.stdout.write(`${countOfOperations()}\n`);
