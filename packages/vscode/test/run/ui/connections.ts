import assert from "node:assert/strict";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import { createSimulator } from "@analytics-engines/simulator";
import type { Scene } from "./story.ts";
import { openWalkthrough, stepsAreDone } from "./walkthrough.ts";
import { job, lens, run } from "./work.ts";

const whichService = "Select the service for this window";

/** The first steps after the installation, and the flow that adds a connection. */
export function connectionScenes(): readonly Scene[] {
  const service = createSimulator({
    users: [{ username: "ACME-1", password: "open-sesame" }],
    tokens: [{ token: "tell-no-one", username: "ACME-1" }],
    jobSeconds: 1,
    maxAgeSeconds: 1,
  });
  let address = "";
  let privateKey = "";
  let sent = 0;
  return [
    {
      title: "the welcome view starts the simulator with a click",
      async play({ workbench, picture }) {
        await workbench.showViews();
        await workbench.page.getByRole("button", { name: "Try the Built-in Simulator" }).waitFor();
        await picture("welcome");
        await workbench.page.getByRole("button", { name: "Try the Built-in Simulator" }).click();
        await workbench.statusBar("Simulator").waitFor();
      },
    },
    {
      title: "the input shows a wrong address and wrong credentials",
      async play({ workbench, picture }) {
        address = (await service.listen()).url;
        const { quickInput } = workbench;
        await workbench.statusBar("Simulator").click();
        await quickInput.asking(whichService).waitFor();
        await quickInput.row("Add Connection...").waitFor();
        await picture("select");
        await quickInput.pick(whichService, "Add Connection...");
        await quickInput.asking("A name for the connection").waitFor();
        await workbench.page.getByRole("button", { name: "More: vendor prefix, color, production" }).click();
        await quickInput.answer("A name for the connection", "Acme production");
        await quickInput.answer("The base URL", "http://api.vendor.example");
        await quickInput.answer(/must begin with https/, "https://nowhere.invalid");
        await quickInput.problem(/could not be resolved|could not be reached/).waitFor();
        await picture("address");
        await quickInput.answer(/could not be/, await someOtherServer());
        await quickInput.problem(/answers, but it is not this service/).waitFor();
        await picture("not-this-service");
        await quickInput.answer(/not this service/, address);
        await quickInput.pick("How to authenticate", "User name and API key");
        await quickInput.answer("User name", "ACME-1");
        await quickInput.answer("API key of ACME-1", "open-says-me");
        await quickInput.problem(/refused the credentials \(401\)/).waitFor();
        await picture("credentials");
      },
    },
    {
      title: "a connection is saved after an answer of the service, and a production one is highlighted",
      async play({ workbench, picture }) {
        const { quickInput } = workbench;
        sent = service.requests.length;
        await quickInput.answer(/refused/, "open-sesame");
        await quickInput.answer("The vendor part of request headers", "Vendor");
        await quickInput.pick("A color for the status bar", "Red");
        await quickInput.pick("Is this a production service?", "Yes");
        await workbench.statusBar("Acme production").and(workbench.page.locator(".error-kind")).waitFor();
        assert.equal(service.requests[sent]?.status, 200, "the service was asked before it was saved");
        await picture("production");
      },
    },
    {
      title: "the list of connections marks the active one, and checks it with a button",
      async play({ workbench, picture }) {
        const { quickInput } = workbench;
        await workbench.statusBar("Acme production").click();
        await quickInput.asking(whichService).waitFor();
        const active = quickInput.row("Acme production");
        await active.locator(".codicon-check").waitFor();
        await active.hover();
        await picture("list");
        await active.getByRole("button", { name: "Check Each Step" }).click();
        await workbench.page.locator(".editor-instance .view-line", { hasText: /^ok\s+credentials/ }).waitFor();
        await workbench.command("View: Close Editor");
      },
    },
    {
      title: "a reloaded window keeps its connection and sends no request",
      async play({ workbench, reload }) {
        sent = service.requests.length;
        await reload();
        await workbench.open("weights.pa.json");
        await workbench.statusBar("Acme production").waitFor();
        await lens(workbench, "weights.pa.json", "Run File").waitFor();
        assert.equal(service.requests.length, sent);
      },
    },
    {
      title: "the walkthrough knows the connection that was added before it was opened",
      async play({ workbench }) {
        await openWalkthrough(workbench);
        await stepsAreDone(workbench, ["Connect to Your Service"]);
        await workbench.command("View: Close Editor");
      },
    },
    {
      title: "a run on a production connection needs a confirmation, and Cancel is silent",
      async play({ workbench, picture }) {
        const { page } = workbench;
        const question = 'Run on the production connection "Acme production"?';
        await run(workbench).click();
        await workbench.dialog(question).waitFor();
        await picture("question");
        await workbench.confirm(question, "Cancel");
        // Also not what the start put off.
        assert.equal(service.requests.length, sent);
        assert.equal(await page.locator(".notifications-toasts .codicon-error").count(), 0);
        assert.equal(service.jobs.length, 0);
        await workbench.showViews();
        await run(workbench).click();
        await workbench.confirm(question, "Run");
        await job(workbench, /weights\.pa\.json.*succeeded/).waitFor();
        assert.equal(service.jobs.length, 1);
      },
    },
    {
      title: "an edited connection keeps its credentials, and is removed after a question",
      async play({ workbench }) {
        const { quickInput } = workbench;
        await workbench.command("Analytics Engines: Edit Connection...");
        await quickInput.pick("Edit which connection?", "Acme production");
        await quickInput.answer("A name for the connection", "Acme test");
        await quickInput.answer("The base URL", address);
        await quickInput.pick("How to authenticate", "User name and API key");
        await quickInput.answer("User name", "");
        await quickInput.answer("check the saved key", "");
        await quickInput.answer("The vendor part of request headers", "Vendor");
        await quickInput.pick("A color for the status bar", "Blue");
        await quickInput.pick("Is this a production service?", "No");
        const plain = workbench.page.locator(":not(.error-kind):not(.warning-kind)");
        await workbench.statusBar("Acme test").and(plain).waitFor();

        await workbench.command("Analytics Engines: Remove Connection...");
        await quickInput.pick("Remove which connection?", "Acme test");
        await workbench.confirm('Remove the connection "Acme test"?', "Remove");
        await workbench.statusBar("No Connection").waitFor();
      },
    },
    {
      title: "a connection by token is refused with another token, and saved with the right one",
      async play({ workbench }) {
        const { quickInput } = workbench;
        await workbench.command("Analytics Engines: Add Connection...");
        await quickInput.answer("A name for the connection", "Acme by token");
        await quickInput.answer("The base URL", address);
        await quickInput.pick("How to authenticate", "Token");
        await quickInput.answer("Token", "tell-everyone");
        await quickInput.problem(/refused the credentials \(401\)/).waitFor();
        sent = service.requests.length;
        await quickInput.answer(/refused the credentials \(401\)/, "tell-no-one");
        await workbench.statusBar("Acme by token").waitFor();
        assert.equal(service.requests[sent]?.status, 200, "the service was asked before it was saved");
      },
    },
    {
      title: "a connection by OAuth accepts only a configuration file",
      async play({ workbench, folder, picture }) {
        const { quickInput } = workbench;
        const configuration = await service.oauthConfiguration(address);
        privateKey = configuration.jwk.d ?? "";
        writeFileSync(path.join(folder, "oauth.json"), JSON.stringify(configuration));
        await workbench.command("Analytics Engines: Add Connection...");
        await quickInput.answer("A name for the connection", "Acme by OAuth");
        await quickInput.answer("The base URL", address);
        await quickInput.pick("How to authenticate", "OAuth configuration file");
        await quickInput.pick("The OAuth configuration file", "Choose a file...");
        await quickInput.pick(/^OAuth Configuration$/, "attribution.pa.json");
        await quickInput.asking("That file is not an OAuth configuration").waitFor();
        await picture("oauth");
        sent = service.requests.length;
        await quickInput.pick("That file is not an OAuth configuration", "Choose a file...");
        await quickInput.pick(/^OAuth Configuration$/, "oauth.json");
        await workbench.statusBar("Acme by OAuth").waitFor();
        const asked = service.requests.slice(sent);
        assert.ok(
          asked.some(({ operation, status }) => operation === "lookups.currencies.list" && status === 200),
          "the service was asked before it was saved",
        );
      },
    },
    {
      title: "the log and the settings contain no secret",
      async play({ host: { server } }) {
        const files = globSync("**/*", { cwd: server.data, withFileTypes: true }).filter((entry) => entry.isFile());
        const texts = files.map((file) => readFileSync(path.join(file.parentPath, file.name), "latin1"));
        assert.ok(
          texts.some((text) => text.includes(address)),
          "the connection is in a file of the user's data",
        );
        assert.ok(privateKey.length > 100, "the client's key is known");
        const secrets = ["open-sesame", "open-says-me", btoa("ACME-1:open-sesame"), "tell-no-one", privateKey];
        for (const secret of secrets) {
          assert.ok(!texts.some((text) => text.includes(secret)), "a file of the user's data contains a secret");
        }
      },
    },
  ];
}

/** The address of a server that answers, with a page. */
function someOtherServer(): Promise<string> {
  const server = createServer((_request, response) => response.end("<h1>Welcome</h1>"));
  // Nothing waits for its end.
  server.unref();
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const bound = server.address();
      resolve(`http://127.0.0.1:${typeof bound === "object" ? bound?.port : ""}`);
    });
  });
}
