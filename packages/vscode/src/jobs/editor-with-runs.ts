import type { CommandHandlers } from "../common/command-ids.ts";
import { activateEditor, type EditorExtras } from "../editor/index.ts";
import { executeCommand } from "../services/commands.ts";
import type { Services } from "../services/services.ts";
import { offerCheckCompletion } from "./outcomes/check-completion.ts";
import { showRunDiagnostics } from "./outcomes/diagnostics.ts";
import { showRunLenses } from "./outcomes/lenses.ts";

/**
 * Activates the editor, with the outcomes of runs.
 * @param revealResource selects the row of a resource in the Explorer
 */
export function activateEditorWithRuns(
  services: Services,
  revealResource: EditorExtras["revealResource"],
): CommandHandlers<"editor"> {
  const commands = activateEditor(services, { revealResource, showOutcomes: showRunLenses });
  showRunDiagnostics(services);
  offerCheckCompletion(services);
  return {
    ...commands,
    /** Also selects the simulator, on which the example runs. */
    async openExample() {
      await executeCommand("analyticsEngines.connections.useSimulator");
      await commands.openExample();
    },
  };
}
