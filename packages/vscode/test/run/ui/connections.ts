import assert from "node:assert/strict";
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
  ];
}
