import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createSimulator } from "@analytics-engines/simulator";
import { toolNames } from "../../../src/agents/tool-names.ts";
import { until } from "../../support/until.ts";
import { appears } from "./page.ts";
import type { Scene } from "./story.ts";

/** A service that a folder of someone else's names in its settings. */
const stranger = createSimulator();

/** A folder whose settings name a connection, and whose file has a mistake. */
export async function prepareUntrusted(folder: string): Promise<void> {
  const { url } = await stranger.listen();
  const connection = { id: "stranger", name: "Stranger", baseUrl: url, authentication: "basic" };
  mkdirSync(path.join(folder, ".vscode"));
  const settings = { "analyticsEngines.connections.list": [connection] };
  writeFileSync(path.join(folder, ".vscode", "settings.json"), JSON.stringify(settings));
  writeFileSync(
    path.join(folder, "mistake.pa.json"),
    '{\n  "data": { "one": { "componentid": "x", "acounts": [] } }\n}\n',
  );
}

/** A folder that the user does not trust: files are checked there, and nothing is sent. */
export const trustScenes: readonly Scene[] = [
  {
    title: "the views of an untrusted folder offer to manage trust",
    async play({ workbench, picture }) {
      await workbench.statusBar("Restricted Mode").waitFor();
      await workbench.showViews();
      await workbench.page.getByRole("button", { name: "Manage Trust" }).waitFor();
      await picture("welcome");
    },
  },
  {
    title: "an untrusted folder sends no requests, and its connections are not offered",
    async play({ workbench, picture }) {
      await workbench.command("Analytics Engines: Try the Built-in Simulator");
      await workbench.notification("This folder is not trusted").waitFor();
      await picture("refused");
      await workbench.statusBar("Simulator").click();
      await workbench.quickInput.row("Add Connection...").waitFor();
      assert.equal(await workbench.quickInput.row("Stranger").count(), 0);
      await workbench.quickInput.leave();
      assert.deepEqual(stranger.requests, []);
    },
  },
  {
    title: "an untrusted folder explains trust before it asks for a connection",
    async play({ workbench }) {
      await workbench.command("Analytics Engines: Add Connection...");
      await workbench.notification("This folder is not trusted").waitFor();
      assert.equal(await workbench.quickInput.asking("A name for the connection").count(), 0);
    },
  },
  {
    title: "the files of an untrusted folder are checked",
    async play({ workbench, picture }) {
      await workbench.open("mistake.pa.json");
      await workbench.command("Problems: Focus on Problems View");
      await workbench.page.locator(".markers-panel .monaco-list-row", { hasText: "acounts" }).first().waitFor();
      await picture("problems");
    },
  },
  {
    title: "the keys of a run change no file of an untrusted folder, and say why nothing runs",
    async play({ workbench, folder, picture }) {
      const { page } = workbench;
      const content = readFileSync(path.join(folder, "mistake.pa.json"), "utf8");
      await workbench.open("mistake.pa.json");
      const lines = workbench.editor("mistake.pa.json").locator(".view-lines");
      await lines.getByText('"componentid"').click();
      for (const key of ["Control+Enter", "Control+Shift+Enter"]) {
        await page.keyboard.press(key);
        const reason = workbench.notification("This folder is not trusted").first();
        await reason.waitFor();
        if (key === "Control+Enter") await picture("keys");
        await workbench.command("Notifications: Clear All Notifications");
        await lines.getByText('"componentid"').click();
      }
      await page.keyboard.press("Control+S");
      assert.equal(readFileSync(path.join(folder, "mistake.pa.json"), "utf8"), content);
      assert.deepEqual(stranger.requests, []);
    },
  },
  {
    title: "an untrusted folder has no tools for language models",
    async play({ workbench }) {
      await workbench.command("Model Probe: Count Tools");
      await workbench.notification(`A model can use 0 of ${toolNames.length} tools`).waitFor();
    },
  },
  {
    title: "a trusted folder has the tools for language models",
    async play({ workbench }) {
      await workbench.command("Workspaces: Manage Workspace Trust");
      await workbench.page.locator(".workspace-trust-buttons-row").getByText("Trust", { exact: true }).first().click();
      await workbench.statusBar("Restricted Mode").waitFor({ state: "detached" });
      const all = workbench.notification(`A model can use ${toolNames.length} of ${toolNames.length} tools`);
      await until("the tools", async () => {
        await workbench.command("Model Probe: Count Tools");
        return appears(all);
      });
    },
  },
  {
    title: "a run of a language model waits for the user's answer in a dialog",
    async play({ workbench, picture }) {
      const question = 'Run 1 file on the connection "Simulator" for a language model?';
      const { page } = workbench;
      const rows = page.locator(".pane", { hasText: "Jobs" }).locator(".monaco-list-row");
      // While the dialog about trust is open, keys do not reach the palette.
      await page.getByText("You trust this folder").click();
      await page.keyboard.press("Escape");
      await page.locator(".workspace-trust-editor").waitFor({ state: "hidden" });
      await workbench.showViews();
      await workbench.command("Model Probe: Run a File");
      await workbench.dialog(question).getByText("weights.pa.json: ").waitFor();
      await picture("question");
      await workbench.confirm(question, "Cancel");
      await workbench.notification("The model's run: declined").waitFor();
      assert.equal(await rows.filter({ hasText: "weights" }).count(), 0);
      await workbench.command("Model Probe: Run a File");
      await workbench.confirm(question, "Run");
      await workbench.notification("The model's run: success").waitFor();
      await rows.filter({ hasText: "weights" }).first().waitFor();
    },
  },
];
