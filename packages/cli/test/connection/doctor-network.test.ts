import { familyIds } from "@analytics-engines/core/basics";
import { createSimulator, defaultUser, type SimulatorOptions } from "@analytics-engines/simulator";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  makeAuthority,
  type NetworkOptions,
  SERVICE_URL,
  startNetwork,
} from "../../../runs/test/support/inspected-network.ts";
import { prices, useBuiltCommand, workplace } from "../support/command.ts";

useBuiltCommand();

const inspection = makeAuthority("Acme Inspection");
const longAgo = { notBefore: new Date("2020-01-01"), notAfter: new Date("2020-02-01") };
const basic = { ANALYTICS_USERNAME: defaultUser.username, ANALYTICS_API_KEY: defaultUser.password };

interface Row {
  readonly name: string;
  readonly status: string;
  readonly message: string;
  readonly remedy?: string;
}

/** A network with a folder in which the command is called. */
async function office(options: Partial<NetworkOptions> = {}, service: SimulatorOptions = {}) {
  const simulator = createSimulator({ jobSeconds: 0.1, maxAgeSeconds: 1, ...service });
  const network = await startNetwork({ simulator, certificateOf: (host) => inspection.certify(host), ...options });
  onTestFinished(() => network.close());
  const place = workplace();
  const authority = place.write("authority.pem", inspection.cert);
  const env = { ANALYTICS_BASE_URL: SERVICE_URL, HTTPS_PROXY: network.proxyUrl(), ...basic };
  return {
    ...place,
    simulator,
    network,
    authority,
    env,
    async check(more: Readonly<Record<string, string>> = {}, args: readonly string[] = []) {
      const { code, stdout, stderr } = await place.run(["doctor", "--quiet", "--json", ...args], {
        ...env,
        ...more,
      });
      const output: { readonly checks: readonly Row[] } = stdout === "" ? { checks: [] } : JSON.parse(stdout);
      return { code, stdout, stderr, row: (name: string) => output.checks.find((check) => check.name === name) };
    },
  };
}

describe("behind a proxy that looks into TLS and asks for a password", () => {
  test("everything is well with ANALYTICS_CA_FILE, and each line says what is", async () => {
    const { run, env, authority, simulator } = await office();
    const { code, stdout, stderr } = await run(["doctor", "--quiet"], { ...env, ANALYTICS_CA_FILE: authority });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const [settings = "", checks = ""] = stdout.split("\n\n");
    expect(settings).toMatch(/^Project file: none.*\nfiles /);
    const lines = checks.trimEnd().split("\n");
    expect(lines.map((line) => line.slice(0, 27).trim().replace(/ +/, ": "))).toEqual([
      "ok: node",
      "ok: name",
      "ok: proxy",
      "ok: tls",
      "ok: clock",
      "ok: credentials",
      ...familyIds.map((family) => `ok: permission ${family}`),
      "ok: rate limit",
      "ok: disk",
    ]);
    expect(stdout).toContain("the certificate of api.vendor.example, issued by Acme Inspection, is valid until ");
    expect(stdout).not.toMatch(/pass|demo\b/);
    // It reads, and it creates nothing.
    expect(new Set(simulator.requests.map(({ method }) => method))).toEqual(new Set(["GET"]));
    expect(simulator.jobs).toEqual([]);
  });

  test.each([
    ["ANALYTICS_CA_FILE", (authority: string) => ({ ANALYTICS_CA_FILE: authority })],
    ["its text in ANALYTICS_CA_FILE", () => ({ ANALYTICS_CA_FILE: inspection.cert })],
    ["NODE_EXTRA_CA_CERTS", (authority: string) => ({ NODE_EXTRA_CA_CERTS: authority })],
    ["the system's certificates", (authority: string) => ({ NODE_USE_SYSTEM_CA: "1", SSL_CERT_FILE: authority })],
  ])("Basic and OAuth reach the service with %s", async (_, variables) => {
    const { check, authority, simulator, write } = await office();
    const trusted = variables(authority);
    expect(await check(trusted)).toMatchObject({ code: 0 });
    const oauth = write("oauth.json", JSON.stringify(await simulator.oauthConfiguration(SERVICE_URL)));
    const withOAuth = await check({
      ...trusted,
      ANALYTICS_USERNAME: "",
      ANALYTICS_API_KEY: "",
      ANALYTICS_OAUTH_CONFIG: oauth,
    });
    expect(withOAuth).toMatchObject({ code: 0, stderr: "" });
    expect(withOAuth.row("credentials")?.message).toBe("the service accepts the file of ANALYTICS_OAUTH_CONFIG");
    expect(simulator.requests.map(({ operation }) => operation)).toContain("oauth.token");
    const agents = new Set(simulator.requests.map(({ headers }) => headers["user-agent"]?.split("/")[0]));
    expect([...agents]).toEqual(["analytics-engines-cli"]);
  });

  test("a run stores its results with ANALYTICS_CA_FILE, and the network knows no other host", async () => {
    const { run, write, env, authority, network } = await office();
    write("a.quant.json", prices("ALDR"));
    expect(await run(["run"], { ...env, ANALYTICS_CA_FILE: authority })).toMatchObject({ code: 0 });
    expect(new Set(network.hosts)).toEqual(new Set(["api.vendor.example"]));
  });
});

describe("a service that asks for a client certificate", () => {
  const clients = makeAuthority("Acme Clients");

  test("gets it, of variables, also with OAuth", async () => {
    const { check, authority, write, simulator } = await office({ clientAuthority: clients });
    const { key, cert } = clients.certify("pipeline");
    const variables = {
      ANALYTICS_CA_FILE: authority,
      ANALYTICS_CLIENT_CERT: write("client.pem", cert),
      ANALYTICS_CLIENT_KEY: key,
    };
    expect(await check(variables)).toMatchObject({ code: 0 });
    const oauth = JSON.stringify(await simulator.oauthConfiguration(SERVICE_URL));
    const none = { ANALYTICS_USERNAME: "", ANALYTICS_API_KEY: "" };
    expect(await check({ ...variables, ...none, ANALYTICS_OAUTH_CONFIG: oauth })).toMatchObject({ code: 0 });
  });

  test("without one, the check says which variables name it", async () => {
    const { check, authority } = await office({ clientAuthority: clients });
    const { code, row } = await check({ ANALYTICS_CA_FILE: authority });
    expect(code).toBe(1);
    expect(row("tls")).toMatchObject({
      status: "problem",
      message: expect.stringContaining("asks for a client certificate"),
      remedy: expect.stringContaining("ANALYTICS_CLIENT_CERT"),
    });
  });

  test.each([
    [{ ANALYTICS_CLIENT_CERT: "cert" }, "ANALYTICS_CLIENT_KEY is missing"],
    [
      { ANALYTICS_CLIENT_CERT: clients.certify("a").cert, ANALYTICS_CLIENT_KEY: clients.certify("b").key },
      "cannot be used",
    ],
    [{ ANALYTICS_CA_FILE: "nowhere.pem" }, "ANALYTICS_CA_FILE names cannot be read"],
    [{ ANALYTICS_CA_FILE: clients.certify("a").key }, "has no certificate"],
  ])("a setting that cannot be used ends the command with 2 and no secret: %#", async (variables, message) => {
    const { check } = await office();
    const { code, stderr } = await check(variables);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
    expect(stderr).not.toContain("PRIVATE KEY-");
  });
});

describe("what is wrong has a line and a remedy", () => {
  const stranger = makeAuthority("Unknown Authority");
  const withAuthority = { trust: true };

  test.each([
    ["an unknown issuer", {}, {}, "tls", "issued by Acme Inspection, is not trusted", "ANALYTICS_CA_FILE", {}],
    [
      "an issuer that the system trusts",
      { SSL_CERT_FILE: "authority.pem" },
      {},
      "tls",
      "issued by Acme Inspection, is not trusted",
      "NODE_USE_SYSTEM_CA=1",
      {},
    ],
    [
      "another issuer than the trusted one",
      {},
      { certificateOf: (host: string) => stranger.certify(host) },
      "tls",
      "issued by Unknown Authority, is not trusted",
      "ANALYTICS_CA_FILE",
      withAuthority,
    ],
    [
      "an expired certificate",
      {},
      { certificateOf: (host: string) => inspection.certify(host, longAgo) },
      "tls",
      "expired on 2020-02-01",
      "valid certificate",
      withAuthority,
    ],
    [
      "a wrong host name",
      {},
      { certificateOf: () => inspection.certify("other.example") },
      "tls",
      "is for other.example, not for api.vendor.example",
      "ANALYTICS_BASE_URL",
      withAuthority,
    ],
    [
      "a proxy without the password that it asks for",
      { HTTPS_PROXY: "" },
      { proxyCredentials: "user:other" },
      "proxy",
      "refuses the user name and password in its address (407)",
      "HTTPS_PROXY",
      withAuthority,
    ],
    [
      "a PAC file",
      { HTTPS_PROXY: "http://config.example/proxy.pac" },
      {},
      "proxy",
      "the variable HTTPS_PROXY names a PAC file (automatic proxy configuration), which is not supported",
      "http://HOST:PORT",
      withAuthority,
    ],
    [
      "wrong credentials",
      { ANALYTICS_API_KEY: "wrong-0123456789" },
      {},
      "credentials",
      "401",
      "the variables ANALYTICS_USERNAME and ANALYTICS_API_KEY",
      withAuthority,
    ],
    [
      "no credentials",
      { ANALYTICS_API_KEY: "" },
      {},
      "credentials",
      "no credentials",
      "ANALYTICS_TOKEN",
      withAuthority,
    ],
  ])("%s", async (_, variables, network, name, message, remedy, { trust = false }: { trust?: boolean }) => {
    const { check, authority, simulator, network: started } = await office(network);
    const wrong = "proxyCredentials" in network ? { HTTPS_PROXY: started.proxyUrl("user:hunter2-hunter2") } : {};
    const { SSL_CERT_FILE: systemFile, ...others } = { SSL_CERT_FILE: undefined, ...variables };
    const { code, row, stdout, stderr } = await check({
      ...others,
      ...wrong,
      ...(systemFile !== undefined && { SSL_CERT_FILE: authority }),
      ...(trust && { ANALYTICS_CA_FILE: authority }),
    });
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    expect(row(name)).toMatchObject({
      status: "problem",
      message: expect.stringContaining(message),
      remedy: expect.stringContaining(remedy),
    });
    expect(stdout).not.toMatch(/hunter2|wrong-0123|pass word|pass%20word/);
    // The steps that need the failed one say so.
    expect(row("rate limit")).toMatchObject({ status: "skipped", message: `it needs ${name}` });
    expect(row("disk")?.status).toBe("ok");
    // No credential was sent to an address that is not proved.
    if (name !== "credentials") expect(simulator.requests).toEqual([]);
  });

  test("a clock that is off by 10 minutes", async () => {
    const { check, authority } = await office({ clockDifferenceMs: -600_000 });
    const { code, row } = await check({ ANALYTICS_CA_FILE: authority });
    expect(code).toBe(0);
    expect(row("clock")).toMatchObject({
      status: "warning",
      message: "the clock of this machine is 10 minutes ahead",
      remedy: expect.stringContaining("time server"),
    });
  });

  test("a family without permission, and all of them", async () => {
    const few = await office({}, { users: [{ ...defaultUser, families: ["pa"] }] });
    const partly = await few.check({ ANALYTICS_CA_FILE: few.authority });
    expect(partly.code).toBe(0);
    expect(partly.row("permission pa")?.status).toBe("ok");
    expect(partly.row("permission npo")).toMatchObject({
      status: "warning",
      message: "these credentials may not use it (403)",
      remedy: expect.stringContaining("npo"),
    });
    const none = await office({}, { users: [{ ...defaultUser, families: [] }] });
    const { code, row } = await none.check({ ANALYTICS_CA_FILE: none.authority });
    expect([code, row("permission pa")?.status]).toEqual([1, "problem"]);
  });

  test("behind a SOCKS proxy, TLS is left to the requests", async () => {
    const { check } = await office();
    const { row } = await check({ HTTPS_PROXY: "socks5://127.0.0.1:9" });
    expect(row("name")).toMatchObject({ status: "ok", message: expect.stringContaining("127.0.0.1 is an address") });
    expect(row("proxy")).toMatchObject({ status: "ok", message: expect.stringContaining("a SOCKS proxy") });
    expect(row("tls")).toMatchObject({ status: "skipped", message: expect.stringContaining("a SOCKS proxy is used") });
    // The first request meets the proxy that is not there.
    expect(row("clock")?.status).toBe("problem");
  });

  test("a name that has no address", async () => {
    const { check } = await office();
    const { code, row } = await check({ HTTPS_PROXY: "", ANALYTICS_BASE_URL: "https://service.invalid" });
    expect(code).toBe(1);
    expect(row("name")).toMatchObject({ status: "problem", remedy: expect.stringContaining("ANALYTICS_BASE_URL") });
    expect(row("tls")).toMatchObject({ status: "skipped", message: "it needs name" });
  });
});
