import type { Scene } from "./story.ts";
import { lens, resultsPage, run } from "./work.ts";

/** Settings under which a run takes so long that its end is told. */
export const resultSettings = { "analyticsEngines.simulator.jobSeconds": 12 };

/** From the end of a run to its results. */
export const resultScenes: readonly Scene[] = [
  {
    title: "a run that took long tells of its end, and a button leads to its results",
    async play({ workbench, picture }) {
      await workbench.command("Analytics Engines: Try the Built-in Simulator");
      await workbench.statusBar("Simulator").waitFor();
      await workbench.open("attribution.pa.json");
      await workbench.showViews();
      await lens(workbench, "attribution.pa.json", "Run").waitFor();
      await run(workbench).click();
      await workbench.notification("3 of 3 units have results").getByRole("button", { name: "Show results" }).click();
      await resultsPage(workbench).getByRole("gridcell").first().waitFor();
      await picture("shown");
    },
  },
];
