// Adds a run to a history, or compacts one, and ends at the Nth operation on the disk. Arguments: "add" or "compact", the store, the run
// folder, N, how it ends. Prints how many operations there were, or the code of the error.
import { countOfOperations, type EndMode, endAtOperation } from "./end-at-operation.ts";

const [command = "", store = "", folder = "", at = "0", mode = "before"] = process.argv.slice(2);
const modes: readonly EndMode[] = ["before", "torn", "full"];

const { addToHistory, compactHistory } = await import("../../src/history/index.ts");
endAtOperation(Number(at), modes.find((one) => one === mode) ?? "before");
try {
  await (command === "add" ? addToHistory(folder, store) : compactHistory(store, Date.now()));
  process.stdout.write(String(countOfOperations()));
} catch (error) {
  process.stdout.write(error instanceof Error && "code" in error ? String(error.code) : String(error));
}
