import type { Scene } from "./story.ts";
import { job, lens } from "./work.ts";

/** The extension in German: texts of the manifest and of the code. */
export const languageScenes: readonly Scene[] = [
  {
    title: "the views, the walkthrough, the editor and the jobs are in the display language",
    async play({ workbench, picture }) {
      const { page } = workbench;
      await workbench.viewsButton.click();
      await page.getByRole("button", { name: "Integrierten Simulator ausprobieren" }).waitFor();
      await picture("welcome");
      await page.getByRole("button", { name: "Ausführbares Beispiel öffnen" }).click();
      await lens(workbench, "example.pa.json", "Diese Einheit ausführen").waitFor();
      await workbench.statusBar("Simulator").waitFor();
      await lens(workbench, "example.pa.json", "Ausführen").click();
      await job(workbench, /erfolgreich/).waitFor();
      await workbench.command("Analytics Engines: Verbindung auswählen...");
      await workbench.quickInput.row("Verbindung hinzufügen...").waitFor();
      await picture("jobs");
    },
  },
];
