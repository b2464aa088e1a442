import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { createSimulator } from "@analytics-engines/simulator";
import type { Scene } from "./story.ts";

/** The first steps of someone who just installed the extension, and the flow that adds a connection of their own. */
export function connectionScenes(): readonly Scene[] {
  const service = createSimulator({ users: [{ username: "ACME-1", password: "open-sesame" }] });
  let address = "";
  return [
    {
      title: "the view welcomes, and the simulator starts with a click",
      async play({ workbench, picture }) {
        await workbench.showViews();
        await workbench.statusBar("No Connection").waitFor();
        await workbench.page.getByRole("button", { name: "Try the Built-in Simulator" }).waitFor();
        await picture("welcome");
        await workbench.page.getByRole("button", { name: "Try the Built-in Simulator" }).click();
        await workbench.statusBar("Simulator").waitFor();
      },
    },
    {
      title: "a connection is refused while its address or its credentials are wrong, in the input itself",
      async play({ workbench, picture }) {
        address = (await service.listen()).url;
        const { quickInput } = workbench;
        await workbench.statusBar("Simulator").click();
        await quickInput.row("Add Connection").waitFor();
        await picture("select");
        await quickInput.row("Add Connection").click();
        await quickInput.answer("A name for the connection", "Acme production");
        await quickInput.answer("The base URL", "http://api.vendor.example");
        await quickInput.answer(/must be https/, "https://nowhere.invalid");
        await quickInput.message.getByText(/could not be resolved|could not be reached/).waitFor();
        await picture("address");
        await quickInput.answer(/could not be/, address);
        await quickInput.row("User name and API key").click();
        await quickInput.answer("User name", "ACME-1");
        await quickInput.answer("API key of ACME-1", "open-says-me");
        await quickInput.message.getByText(/refused the credentials \(401\)/).waitFor();
        await picture("credentials");
      },
    },
    {
      title: "a connection is saved once the service has answered, and a production one stands out",
      async play({ workbench, picture }) {
        const { quickInput } = workbench;
        await quickInput.answer(/refused/, "open-sesame");
        await quickInput.answer("The vendor's word", "Vendor");
        await quickInput.row("Red").click();
        await quickInput.row("Yes").click();
        const item = workbench.statusBar("Acme production");
        await item.waitFor();
        assert.match((await item.getAttribute("class")) ?? "", /error-kind/);
        assert.equal(service.requests.at(-1)?.status, 200);
        await picture("production");
      },
    },
    {
      title: "a window that opens again has its connection, and has sent nothing",
      async play({ workbench, reopen }) {
        const before = service.requests.length;
        await reopen();
        await workbench.open("weights.pa.json");
        await workbench.statusBar("Acme production").waitFor();
        // Long enough for what a start may put off.
        await workbench.page.waitForTimeout(2000);
        assert.equal(service.requests.length, before);
      },
    },
    {
      title: "connections are exported without their secrets, and imported",
      async play({ workbench, folder }) {
        const { quickInput } = workbench;
        const file = path.join(folder, "connections.json");
        await workbench.command("Analytics Engines: Export Connections...");
        await quickInput.box.fill(file);
        await workbench.page.keyboard.press("Enter");
        await workbench.notification("Exported, without credentials: Acme production").waitFor();
        const { connections } = JSON.parse(readFileSync(file, "utf8"));
        assert.deepEqual(Object.keys(connections[0]), [
          "id",
          "name",
          "baseUrl",
          "authentication",
          "color",
          "production",
        ]);

        await workbench.command("Analytics Engines: Import Connections...");
        await quickInput.row("connections.json").click();
        await workbench.confirm("Replace");
        await workbench.notification("Imported: Acme production").waitFor();
      },
    },
    {
      title: "a connection is edited and keeps its credentials, and is removed after a question",
      async play({ workbench }) {
        const { quickInput } = workbench;
        await workbench.command("Analytics Engines: Edit Connection...");
        await quickInput.row("Acme production").click();
        await quickInput.answer("A name for the connection", "Acme test");
        await quickInput.answer("The base URL", address);
        await quickInput.row("User name and API key").click();
        await quickInput.answer("User name", "");
        await quickInput.answer("check the saved key", "");
        await quickInput.answer("The vendor's word", "Vendor");
        await quickInput.row("Blue").click();
        await quickInput.row("No").click();
        const item = workbench.statusBar("Acme test");
        await item.waitFor();
        assert.doesNotMatch((await item.getAttribute("class")) ?? "", /error-kind|warning-kind/);

        await workbench.command("Analytics Engines: Remove Connection...");
        await quickInput.row("Acme test").click();
        await workbench.confirm("Remove");
        await workbench.statusBar("No Connection").waitFor();
      },
    },
    {
      title: "the log and the settings hold no secret",
      async play({ host: { server } }) {
        const files = globSync("**/*", { cwd: server.data, withFileTypes: true }).filter((entry) => entry.isFile());
        const texts = files.map((file) => readFileSync(path.join(file.parentPath, file.name), "latin1"));
        assert.ok(
          texts.some((text) => text.includes(address)),
          "the connection is in a file of the user's data",
        );
        for (const secret of ["open-sesame", "open-says-me", btoa("ACME-1:open-sesame")]) {
          assert.ok(!texts.some((text) => text.includes(secret)), "a secret stands in a file of the user's data");
        }
      },
    },
  ];
}
