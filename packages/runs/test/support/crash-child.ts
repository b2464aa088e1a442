// Runs `crashRun` and kills its own process (SIGKILL) just before the Nth operation on the disk, or in the middle of it.
// Arguments: base URL, folder, N, "before" or "torn". Prints how many operations there were if it comes to its end.
import fs from "node:fs";
import { countOfOperations, endAtOperation } from "./end-at-operation.ts";

const [baseUrl = "", folder = "", at = "0", mode = "before"] = process.argv.slice(2);
endAtOperation(Number(at), mode === "torn" ? "torn" : "before");

const { crashRun } = await import("./crash-run.ts");
await crashRun(baseUrl, folder, JSON.parse(fs.readFileSync(0, "utf8")));
process.stdout.write(String(countOfOperations()));
