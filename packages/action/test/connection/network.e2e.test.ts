import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { makeAuthority, SERVICE_URL, startNetwork } from "../../../runs/test/support/inspected-network.ts";
import { addExamples, createWorld } from "../support/world.ts";

const inspection = makeAuthority("Acme Inspection");
const clients = makeAuthority("Acme Clients");

/** A runner whose only way to the service is a proxy that looks into TLS, before a service that asks for a client certificate. */
async function office() {
  const world = await createWorld({ jobSeconds: 0 });
  onTestFinished(() => world[Symbol.asyncDispose]());
  const network = await startNetwork({
    simulator: world.simulator,
    certificateOf: (host) => inspection.certify(host),
    clientAuthority: clients,
  });
  onTestFinished(() => network.close());
  addExamples(world);
  const authority = path.join(world.workspace, "authority.pem");
  writeFileSync(authority, inspection.cert);
  const { key, cert } = clients.certify("runner");
  const env = { HTTPS_PROXY: network.proxyUrl(), ANALYTICS_CLIENT_CERT: cert, ANALYTICS_CLIENT_KEY: key };
  return { world, network, authority, env };
}

const inputs = { files: "parameters/*.quant.json", "base-url": SERVICE_URL, artifacts: "none" };

describe("a run behind a proxy that looks into TLS", () => {
  it("uses the authority and the client certificate of the environment, with OAuth too", async () => {
    const { world, network, authority, env } = await office();
    const certificates = { ...env, ANALYTICS_CA_FILE: authority };
    expect(await world.run(inputs, { env: certificates })).toMatchObject({ code: 0, outputs: { status: "success" } });
    const config = JSON.stringify(await world.simulator.oauthConfiguration(SERVICE_URL));
    const oauth = { ...inputs, username: "", password: "", "oauth-config": config, "output-dir": "again" };
    expect(await world.run(oauth, { env: certificates })).toMatchObject({ code: 0, outputs: { status: "success" } });
    expect(new Set(network.hosts)).toEqual(new Set(["api.vendor.example"]));
  });

  it("says which variable names the authority where none does, and sends nothing", async () => {
    const { world, env } = await office();
    const step = await world.run(inputs, { env });
    expect(step.code).toBe(1);
    expect(step.annotations.map(({ message }) => message).join()).toContain("ANALYTICS_CA_FILE");
    expect(world.simulator.requests).toEqual([]);
  });
});
