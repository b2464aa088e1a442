import type { Scene } from "./story.ts";
import { job, lens, resultsPage } from "./work.ts";

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
      await lens(workbench, "example.pa.json", "Einheit ausführen").waitFor();
      await workbench.statusBar("Simulator").waitFor();
      await lens(workbench, "example.pa.json", "Datei ausführen").click();
      await job(workbench, /erfolgreich/).waitFor();
      await workbench.command("Analytics Engines: Verbindung auswählen...");
      await workbench.quickInput.row("Verbindung hinzufügen...").waitFor();
      await picture("jobs");
    },
  },
  {
    title: "the page with results is in the display language",
    async play({ workbench, picture }) {
      await workbench.quickInput.leave();
      const results = resultsPage(workbench);
      await results.getByText("Gruppieren nach").first().waitFor();
      await picture("results");
      await results.locator("ae-overview [data-key]").first().click();
      await results.getByRole("button", { name: "Tabelle", exact: true }).click();
      await results.getByRole("button", { name: "Spalten" }).waitFor();
      await results.getByRole("gridcell").first().waitFor();
      await picture("table");
    },
  },
];
