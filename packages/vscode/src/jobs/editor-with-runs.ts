import type { CommandHandlers } from "../common/command-ids.ts";
import { activateEditor, type EditorHost } from "../editor/index.ts";
import { executeCommand } from "../services/commands.ts";
import type { Services } from "../services/services.ts";
import { showRunDiagnostics } from "./outcomes/diagnostics.ts";
import { showRunLenses } from "./outcomes/lenses.ts";

/**
 * Activates the editor in a host that can run parameter files.
 * @param revealResource selects the row of a resource in the Explorer
 */
export function activateEditorWithRuns(
  services: Services,
  revealResource: EditorHost["revealResource"],
): CommandHandlers<"editor"> {
  const commands = activateEditor(services, {
    revealResource,
    showOutcomes: showRunLenses,
    suggestComponents: async (references, names) =>
      (await import("../editor/language/references/closest-components.ts")).suggestComponents(references, names),
    checkDates: async (...args) => (await import("../editor/documents/service-dates.ts")).checkServiceDates(...args),
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
