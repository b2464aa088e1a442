import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { createSimulator } from "@analytics-engines/simulator";
import { describe, expect, onTestFinished, test } from "vitest";
import { connectClient } from "../mcp/client.ts";
import { useBuiltCommand, workplace } from "../support/command.ts";
import { filesWith } from "../support/files-with.ts";
import { keyringVariables } from "../support/keyring.ts";
import { startOnTerminal } from "../support/pseudo-terminal.ts";

useBuiltCommand();

const example = readFileSync(path.resolve(import.meta.dirname, "../../../../docs/examples/weights.pa.json"), "utf8");
const secret = "kL9zQwErTyUi0pCanary8zXc";

async function service() {
  const simulator = createSimulator({
    jobSeconds: 0,
    maxAgeSeconds: 1,
    duplicates: "allow",
    users: [{ username: "DEMO-1", password: secret }],
    tokens: [{ token: `${secret}-token`, username: "DEMO-1" }],
  });
  const { url, close } = await simulator.listen();
  onTestFinished(close);
  return { simulator, url };
}

/** A place with a keyring, and two services. */
async function world() {
  const place = workplace();
  const [first, second] = [await service(), await service()];
  const env = keyringVariables(path.join(workplace().folder, "keyring.json"));
  place.write("weights.pa.json", example);
  const project = (baseUrl: string) =>
    place.write("analytics-engines.json", JSON.stringify({ connections: { prod: { baseUrl } }, connection: "prod" }));
  type Variables = Readonly<Record<string, string>>;
  return {
    ...place,
    run: (args: readonly string[], more: Variables = {}) => place.run(args, { ...env, ...more }),
    pipe: (input: string, args: readonly string[], more: Variables = env) =>
      place.pipe(input, args, { HOME: place.folder, ...more }),
    env,
    first,
    second,
    project,
  };
}
const login = (url: string, ...more: string[]) => [
  "login",
  ...more,
  "--username",
  "DEMO-1",
  "--secret",
  "-",
  "--base-url",
  url,
];

describe("login", () => {
  test("stores what the service accepts; doctor and run use it, and logout removes it", async () => {
    const { run, pipe, first } = await world();
    expect(await pipe(`${secret}\n`, login(first.url))).toEqual({
      code: 0,
      stdout: `Stored in the system's keyring: profile default for ${first.url}, user DEMO-1 with an API key. The service accepts it.\n`,
      stderr: `The profile default is for ${first.url}.\n`,
    });
    const { code, stdout } = await run(["doctor"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^credentials +user DEMO-1 with an API key +the profile default in the system's keyring$/m);
    expect(stdout).toMatch(/^ok +credentials +the service accepts the profile default$/m);
    expect(await run(["run"])).toMatchObject({ code: 0 });
    expect(first.simulator.jobs).toHaveLength(1);
    expect((await run(["logout"])).stdout).toMatch(/^The profile default is removed/);
    expect((await run(["logout"])).stdout).toMatch(/^The profile default was not there/);
    expect(await run(["doctor", "--base-url", first.url])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("Or store them once in the system's keyring: analytics-engines login."),
    });
  });

  test("stores a token, and an OAuth configuration", async () => {
    const { run, pipe, write, first } = await world();
    expect(
      // With the byte-order mark that Windows programs write.
      await pipe(`\ufeff${secret}-token`, ["login", "t", "--token", "--secret", "-", "--base-url", first.url]),
    ).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("profile t for"),
    });
    const configuration = JSON.stringify(await first.simulator.oauthConfiguration(first.url));
    write("oauth.json", `\ufeff${configuration}`);
    const stored = await run(["login", "night", "--oauth-config", "oauth.json", "--base-url", first.url, "--json"]);
    const { clientId } = JSON.parse(configuration);
    expect(JSON.parse(stored.stdout)).toEqual({
      version: 1,
      profile: "night",
      origin: first.url,
      user: clientId,
      kind: "oauth",
    });
    expect(await run(["run", "--connection", "night"])).toMatchObject({ code: 0 });
    expect(JSON.parse((await run(["doctor", "--connection", "t", "--json"])).stdout).credentials).toEqual({
      profile: "t",
      origin: first.url,
      kind: "token",
      source: "keyring",
      isAccepted: true,
    });
  });

  test("serves the tools of mcp", async () => {
    const { folder, env, pipe, first, project } = await world();
    project(first.url);
    await pipe(secret, login(first.url, "prod"));
    const { call } = await connectClient({ folder, env });
    expect(await call("findNames", { kind: "account", text: "growth" })).toMatchObject({ isError: false });
    const userAgents = first.simulator.requests.map(({ headers }) => headers["user-agent"]);
    expect(userAgents.at(-1)).toMatch(/^analytics-engines-cli\//);
  });

  test("stores nothing that the service refuses, and says so", async () => {
    const { run, pipe, first } = await world();
    const refused = await pipe("another-key", login(first.url));
    expect(refused).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringMatching(/401.*\n.*Nothing was stored\.\n$/),
    });
    expect(await run(["doctor"])).toMatchObject({ code: 2 });
  });

  test("needs a name, a kind, an address and a terminal or standard input, and repeats no secret", async () => {
    const { run, pipe, first } = await world();
    const mistakes: readonly (readonly [readonly string[], string])[] = [
      [["login"], "Name the service that the credentials are for: analytics-engines login default --base-url"],
      [["login", "--base-url", first.url], "There is no terminal to ask on. Use --secret -"],
      [["login", "--base-url", first.url, "--secret", secret], "Name the user with --username"],
      [["login", "--base-url", first.url, "--token", "--secret", secret], "The file of --secret cannot be used"],
      [["login", "--base-url", first.url, "--oauth-config", secret], "The file of --oauth-config cannot be used"],
      [["login", "--base-url", `https://${secret}@api.vendor.example`], "The address (the option --base-url)"],
      [["login", "--token", "--username", "DEMO-1"], "cannot be used with option"],
    ];
    for (const [args, message] of mistakes) {
      const { code, stdout, stderr } = await run(args);
      expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: "", stderr: expect.stringContaining(message) });
      expect(stderr).not.toContain(secret);
    }
    for (const key of [`"${secret}"`, " \n", `${secret} `]) {
      const refused = await pipe(key, login(first.url));
      expect(refused).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(/The API key .*Nothing was stored\.\n$/),
      });
      expect(refused.stderr).not.toContain(secret);
    }
    const broken = await pipe(`{"clientId": "${secret}"}`, ["login", "--oauth-config", "-", "--base-url", first.url]);
    expect(broken.code).toBe(2);
    expect(broken.stderr).not.toContain(secret);
    expect(first.simulator.requests).toEqual([]);
  });

  test("keeps the address of the profile when its key is replaced", async () => {
    const { pipe, first } = await world();
    await pipe(secret, login(first.url, "prod"));
    expect(await pipe(secret, ["login", "prod", "--username", "DEMO-1", "--secret", "-"])).toMatchObject({
      code: 0,
      stderr: `The profile prod is for ${first.url}.\n`,
    });
  });
});

describe.runIf(process.platform === "linux")("login on a terminal", () => {
  test("asks for name and API key, and shows nothing of the key", async () => {
    const { folder, env, first, run } = await world();
    const { showed, type, ended, screen } = startOnTerminal(`login --base-url ${first.url}`, { folder, env });
    await showed(/User name and serial number \(USERNAME-SERIAL\):/);
    type("DEMO-1\r");
    await showed(/API key \(is not shown\):/);
    type(`x\u007f${secret.slice(0, 5)}`);
    type(`${secret.slice(5)}\r`);
    expect(await ended).toBe(0);
    const text = await screen.wholeText();
    expect(text.split("\n").slice(0, 3)).toEqual([
      `The profile default is for ${first.url}.`,
      "User name and serial number (USERNAME-SERIAL): DEMO-1",
      "API key (is not shown):",
    ]);
    for (let at = 0; at + 4 <= secret.length; at++) expect(text).not.toContain(secret.slice(at, at + 4));
    expect(await run(["doctor"])).toMatchObject({ code: 0 });
  });

  test.each([
    ["Ctrl-C", "\u0003", 130],
    ["the end of the input", "\u0004", 2],
  ])("stores nothing after %s", async (_, key, code) => {
    const { folder, env, first, run } = await world();
    const { showed, type, ended, screen } = startOnTerminal(`login --token --base-url ${first.url}`, { folder, env });
    await showed(/Token \(is not shown\):/);
    type(key);
    expect(await ended).toBe(code);
    expect(await screen.text()).toMatch(/Nothing was stored\.$/);
    expect(first.simulator.requests).toEqual([]);
    expect(await run(["doctor"])).toMatchObject({ code: 2 });
  });
});

describe("credentials of a profile", () => {
  test("reach only the origin that they were stored for, whatever project file, option and variable name", async () => {
    const { run, pipe, first, second, project } = await world();
    await pipe(secret, login(first.url, "prod"));
    const asked = first.simulator.requests.length;
    project(second.url);
    const attempts: readonly (readonly [readonly string[], Readonly<Record<string, string>>])[] = [
      [["run"], {}],
      [["run", "--connection", "prod"], {}],
      [["doctor", "--connection", "prod"], {}],
      [["run", "--base-url", second.url, "--connection", "prod"], {}],
      [["run"], { ANALYTICS_BASE_URL: second.url }],
      [["doctor"], { ANALYTICS_BASE_URL: second.url }],
      [["login", "prod", "--username", "DEMO-1", "--secret", "-"], {}],
    ];
    for (const [args, env] of attempts) {
      const ended = await run(args, env);
      expect({ args, ...ended }).toMatchObject({ code: 2, stderr: expect.stringContaining("Nothing was sent") });
    }
    expect(second.simulator.requests).toEqual([]);
    expect(first.simulator.requests).toHaveLength(asked);
    project(first.url);
    expect(await run(["run"])).toMatchObject({ code: 0 });
    expect(second.simulator.requests).toEqual([]);
  });

  test("come after the variables of the environment, and do not complete them", async () => {
    const { run, pipe, env, first } = await world();
    await pipe(secret, login(first.url));
    const whole = { ANALYTICS_BASE_URL: first.url, ANALYTICS_TOKEN: `${secret}-token` };
    const who = async (variables: Readonly<Record<string, string>>) => {
      const { code, stdout } = await run(["doctor", "--json"], variables);
      return { code, ...JSON.parse(stdout).credentials };
    };
    expect(await who(whole)).toMatchObject({ code: 0, kind: "token", source: "environment", isAccepted: true });
    expect(await who({ ...whole, ANALYTICS_TOKEN: "another" })).toMatchObject({ code: 1, isAccepted: false });
    expect(await run(["doctor"], { ANALYTICS_BASE_URL: first.url, ANALYTICS_USERNAME: "DEMO-1" })).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(
        /^credentials +not usable: ANALYTICS_USERNAME [\s\S]*A profile counts only where no variable has credentials\./m,
      ),
    });
    expect((await pipe(secret, login(first.url), { ...env, ...whole })).stderr).toContain(
      "The environment comes first: ANALYTICS_TOKEN. Unset it to use the profile.",
    );
  });
});

// A mistake beside the credentials is no reason to call them missing.
test.each([
  ["a header prefix", { ANALYTICS_HEADER_PREFIX: "two words" }, /^headerPrefix +\(not usable\) +the variable/m, 1],
  ["a file of certificates", { ANALYTICS_CA_FILE: "missing.pem" }, /^headerPrefix +Vendor /m, 2],
])("doctor names the credentials beside %s that cannot be used", async (_, wrong, prefix, expectedCode) => {
  const { run, pipe, first } = await world();
  await pipe(secret, login(first.url));
  const ofProfile = await run(["doctor"], wrong);
  const token = { ANALYTICS_BASE_URL: first.url, ANALYTICS_TOKEN: `${secret}-token` };
  const ofVariables = await run(["doctor"], { ...token, ...wrong });
  expect(ofProfile.stdout).toMatch(/^credentials +user DEMO-1 with an API key +the profile default in the system's/m);
  expect(ofVariables.stdout).toMatch(/^credentials +a token +the variable ANALYTICS_TOKEN$/m);
  for (const { code, stdout, stderr } of [ofProfile, ofVariables]) {
    expect(code).toBe(expectedCode);
    expect(stdout).toMatch(prefix);
    expect(stdout + stderr).not.toContain("two words");
  }
});

test("only this command can open a keyring: not the Action, the editor, or a program with the libraries", () => {
  const packages = path.resolve(import.meta.dirname, "../../..");
  const files = globSync("*/{src/**/*.{ts,cjs},package.json}", { cwd: packages }).filter((file) =>
    readFileSync(path.join(packages, file), "utf8").includes("@napi-rs/keyring"),
  );
  expect(files.map((file) => file.replaceAll("\\", "/")).toSorted()).toEqual([
    "cli/package.json",
    "cli/src/connection/login/keyring.ts",
  ]);
});

describe("without a keyring", () => {
  const none = { DBUS_SESSION_BUS_ADDRESS: "unix:path=/nowhere" };

  test.runIf(process.platform === "linux")("login says what to use, and writes the secret nowhere", async () => {
    const { folder, pipe, first } = await world();
    const ended = await pipe(secret, login(first.url), none);
    expect(ended).toMatchObject({ code: 2, stdout: "" });
    expect(ended.stderr).toMatch(
      /^error: The system's keyring cannot be used: .*Set variables of the environment in its place: ANALYTICS_USERNAME and ANALYTICS_API_KEY.*Nothing was changed\.\n$/,
    );
    expect(first.simulator.requests).toEqual([]);
    expect(filesWith(secret, folder)).toEqual([]);
  });

  test.runIf(process.platform === "linux")("the other commands say that credentials are missing, and why", async () => {
    const { run, first } = await workplaceWithout();
    const env = { ...none, ANALYTICS_BASE_URL: first.url };
    const message = /Credentials are missing: .*has none, because it cannot be used: /;
    expect(await run(["run"], env)).toMatchObject({ code: 2, stderr: expect.stringMatching(message) });
    expect(await run(["doctor"], env)).toMatchObject({ code: 1, stdout: expect.stringMatching(message) });
  });

  async function workplaceWithout() {
    const place = workplace();
    place.write("weights.pa.json", example);
    return { ...place, first: await service() };
  }

  test("a command with the variables does not look for one", async () => {
    const { run, write, folder } = workplace();
    write("weights.pa.json", example);
    const { url } = await service();
    const hook = write(
      "refuse.mjs",
      'import { registerHooks } from "node:module"; registerHooks({ resolve: (name, context, next) => { if (name === "@napi-rs/keyring") { process.stderr.write("LOADED"); } return next(name, context); } });',
    );
    const env = { ANALYTICS_BASE_URL: url, ANALYTICS_USERNAME: "DEMO-1", ANALYTICS_API_KEY: secret };
    const ended = await run(["run"], { ...env, NODE_OPTIONS: `--import ${hook}` });
    expect(ended).toMatchObject({ code: 0 });
    expect(ended.stderr).not.toContain("LOADED");
    expect(filesWith(secret, folder)).toEqual([]);
  });
});
