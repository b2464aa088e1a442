// Adds a run to a history, and ends at the Nth operation on the disk. Arguments: the store, the run folder, N, how it ends. Prints how many
// operations there were, or the code of the error.
import { countOfOperations, type EndMode, endAtOperation } from "./end-at-operation.ts";

const [store = "", folder = "", at = "0", mode = "before"] = process.argv.slice(2);
const modes: readonly EndMode[] = ["before", "torn", "full"];

const { addToHistory } = await import("../../src/review/index.ts");
endAtOperation(Number(at), modes.find((one) => one === mode) ?? "before");
try {
  await addToHistory(folder, store);
  process.stdout.write(String(countOfOperations()));
} catch (error) {
  process.stdout.write(error instanceof Error && "code" in error ? String(error.code) : String(error));
}
