import type { ProjectConnection } from "@analytics-engines/core/files";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UserError } from "../user-error.ts";
import { connectFromEnvironment } from "./connect.ts";
import type { ConnectionEntry } from "./connection.ts";

const production = "https://api.vendor.example";
const test = "https://test.vendor.example";
const entry = (name: string, connection: ProjectConnection): ConnectionEntry => ({
  name,
  source: "analytics-engines.json:4",
  connection,
});

/** What a runner has that works with several connections. */
const environment = {
  ANALYTICS_BASE_URL: "https://default.example",
  ANALYTICS_USERNAME: "DEFAULT-1",
  ANALYTICS_API_KEY: "key-of-default",
  ANALYTICS_PROD_BASE_URL: production,
  ANALYTICS_PROD_USERNAME: "PROD-1",
  ANALYTICS_PROD_API_KEY: "key-of-production",
  ANALYTICS_TEST_BASE_URL: `${test}/gateway`,
  ANALYTICS_TEST_USERNAME: "TEST-1",
  ANALYTICS_TEST_API_KEY: "key-of-test",
  ANALYTICS_CLIENT_KEY_PASSPHRASE: "passphrase",
};

/** The origin and the credentials that a client would use, or the refusal. */
function choose(env: Readonly<Record<string, string>>, connectionEntry?: ConnectionEntry, flags = {}) {
  try {
    const { origin, credentials } = connectFromEnvironment(flags, env, connectionEntry);
    return { origin, secret: credentials.kind === "basic" ? credentials.password : "another kind" };
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
}

describe("the credentials of a connection", () => {
  it("are those with its name, beside its address", () => {
    expect(choose(environment)).toEqual({ origin: "https://default.example", secret: "key-of-default" });
    expect(choose(environment, entry("prod", { baseUrl: production }))).toEqual({
      origin: production,
      secret: "key-of-production",
    });
    expect(choose(environment, entry("test", { baseUrl: test }))).toEqual({ origin: test, secret: "key-of-test" });
    expect(choose(environment, entry("default", { baseUrl: "https://default.example" }))).toMatchObject({
      secret: "key-of-default",
    });
    expect(choose(environment, undefined, { connection: "prod" })).toMatchObject({ secret: "key-of-production" });
  });

  it.each([
    ["the name of production for the test origin", entry("prod", { baseUrl: test })],
    ["the name of the test for production", entry("test", { baseUrl: production })],
    ["a name without variables for the default origin", entry("other", { baseUrl: "https://default.example" })],
    ["the default name for another origin", entry("default", { baseUrl: production })],
    ["an origin of its own", entry("prod", { baseUrl: "https://attacker.example" })],
    ["the name of a passphrase", entry("client-key", { baseUrl: production })],
  ])("are not sent where a branch's file has %s", (_what, connectionEntry) => {
    const message = choose(environment, connectionEntry);
    expect(message).toMatch(/^The connection .* is for .*Credentials are sent only to an address that you name/);
    expect(message).not.toMatch(/key-of|passphrase/);
  });

  it("are not chosen by a file where a person types the address", () => {
    expect(choose(environment, entry("prod", { baseUrl: test }), { baseUrl: test })).toMatch(
      /^The credentials of the connection prod go only to the origin that ANALYTICS_PROD_BASE_URL names beside them\./,
    );
    const { ANALYTICS_PROD_BASE_URL: _proof, ...without } = environment;
    expect(choose(without, entry("prod", { baseUrl: test }), { baseUrl: test })).toContain("It is not set");
    // Who types an address binds the variables without a name to it.
    const { ANALYTICS_PROD_USERNAME: _user, ANALYTICS_PROD_API_KEY: _key, ...plain } = environment;
    expect(choose(plain, entry("prod", { baseUrl: test }), { baseUrl: test })).toEqual({
      origin: test,
      secret: "key-of-default",
    });
  });

  it("are missing with the names of their variables", () => {
    const env = { ANALYTICS_EU_PROD_BASE_URL: production, ANALYTICS_API_KEY: "key-of-default" };
    expect(choose(env, entry("eu-prod", { baseUrl: production }))).toMatch(
      /^Credentials are missing: set either ANALYTICS_EU_PROD_USERNAME and ANALYTICS_EU_PROD_API_KEY, or /,
    );
  });
});

it("whatever a file names, a secret goes only to the origin that the user named beside it, or typed", () => {
  const origins = [production, test, "https://default.example", "https://attacker.example"];
  const owners = { "key-of-production": production, "key-of-test": test, "key-of-default": "https://default.example" };
  const names = fc.constantFrom("prod", "test", "default", "other", "Prod", "PROD_API", "", "_");
  let sent = 0;
  fc.assert(
    fc.property(
      fc.option(fc.tuple(names, fc.constantFrom(...origins)), { nil: undefined }),
      fc.option(fc.constantFrom(...origins), { nil: undefined }),
      fc.subarray(Object.keys(environment)),
      (named, typed, present) => {
        const env = Object.fromEntries(Object.entries(environment).filter(([key]) => present.includes(key)));
        const connectionEntry = named && entry(named[0], { baseUrl: named[1] });
        const choice = choose(env, connectionEntry, typed === undefined ? {} : { baseUrl: typed });
        if (typeof choice === "string") return;
        sent += 1;
        const owner = Object.entries(owners).find(([secret]) => secret === choice.secret)?.[1];
        if (choice.secret === "key-of-default" && typed !== undefined) expect(choice.origin).toBe(typed);
        else expect(choice.origin).toBe(owner);
      },
    ),
    { numRuns: 3000 },
  );
  expect(sent).toBeGreaterThan(50);
});
