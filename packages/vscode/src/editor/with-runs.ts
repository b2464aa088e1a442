import type { CommandHandlers } from "../common/command-ids.ts";
import { executeCommand } from "../common/commands.ts";
import type { Services } from "../common/context.ts";
import { showRunDiagnostics } from "../jobs/outcomes/diagnostics.ts";
import { activateEditor } from "./index.ts";
import { showRunLenses } from "./run-lenses.ts";

/** Activates the editor in a host that can run parameter files. */
export function activateEditorWithRuns(services: Services): CommandHandlers<"editor"> {
  const commands = activateEditor(services, {
    showOutcomes: showRunLenses,
    suggestComponents: async (references, names) => (await import("./closest.ts")).suggestComponents(references, names),
    checkDates: async (...args) => (await import("../jobs/check-dates.ts")).checkServiceDates(...args),
  });
  showRunDiagnostics(services);
  return {
    ...commands,
    /** Also selects the simulator, on which the example runs. */
    async openExample() {
      await executeCommand("analyticsEngines.connections.useSimulator");
      await commands.openExample();
    },
  };
}
