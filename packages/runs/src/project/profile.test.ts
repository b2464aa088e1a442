import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { UserError } from "../user-error.ts";
import { connectWithKeyring } from "./connect.ts";
import { type ConnectionEntry, chooseProfile } from "./connection.ts";
import { type Keyring, KeyringError, type Profile, readProfile, writeProfile } from "./profile.ts";

function memoryKeyring(): Keyring & { readonly entries: Map<string, string> } {
  const entries = new Map<string, string>();
  return {
    entries,
    read: async (name) => entries.get(name),
    async write(name, text) {
      entries.set(name, text);
    },
    remove: async (name) => entries.delete(name),
  };
}

const good = "https://api.vendor.example";
const other = "https://other.example";
const token = "kL9z/Qw+ErTyUi0p8zXc";
const profile = (name: string, baseUrl = good): Profile => ({ name, baseUrl, credentials: { kind: "token", token } });
const entry = (name: string, baseUrl: string): ConnectionEntry => ({
  name,
  source: "analytics-engines.json:4",
  connection: { baseUrl },
});
const noKeyring = () => Promise.reject(new KeyringError("this machine has none"));

/** The message of the refusal. */
async function refusal(choice: Promise<unknown>): Promise<string> {
  const error = await choice.then(
    () => new Error("was accepted"),
    (reason: unknown) => reason,
  );
  if (!(error instanceof UserError)) throw error;
  expect(error.message).not.toContain(token);
  return error.message;
}

async function stored(...profiles: readonly Profile[]) {
  const keyring = memoryKeyring();
  for (const each of profiles) await writeProfile(keyring, each);
  return async () => keyring;
}

describe("a profile", () => {
  test("has the credentials and the address, where the user names none", async () => {
    const openKeyring = await stored(profile("default", `${good}/gateway`), profile("prod", other));
    expect(await chooseProfile({}, {}, undefined, openKeyring)).toMatchObject({
      baseUrl: { value: `${good}/gateway`, source: "the profile default" },
      profile: { name: "default" },
    });
    expect(await chooseProfile({ connection: "prod" }, {}, undefined, openKeyring)).toMatchObject({
      baseUrl: { value: other },
      profile: { name: "prod" },
    });
  });

  test("is the one of the connection of the project file, which must be for the same origin", async () => {
    const openKeyring = await stored(profile("default"), profile("prod"));
    expect(await chooseProfile({}, {}, entry("prod", `${good}/gateway`), openKeyring)).toMatchObject({
      baseUrl: { value: good },
      connection: { name: "prod" },
      profile: { name: "prod" },
    });
    const message = await refusal(chooseProfile({}, {}, entry("prod", other), openKeyring));
    expect(message).toContain(`is for ${other}, and the profile prod names ${good}`);
    expect(message).toContain("Nothing was sent");
  });

  test("of another name is not used for a connection", async () => {
    const openKeyring = await stored(profile("default"));
    const message = await refusal(chooseProfile({}, {}, entry("prod", good), openKeyring));
    expect(message).toContain(`The connection prod (analytics-engines.json:4) is for ${good}.`);
  });

  test("is refused for an address of another origin, by option and by variable", async () => {
    const openKeyring = await stored(profile("default"));
    for (const [options, env] of [
      [{ baseUrl: other }, {}],
      [{}, { ANALYTICS_BASE_URL: other }],
      [{ baseUrl: "http://api.vendor.example" }, {}],
      [{ baseUrl: "https://api.vendor.example:8443" }, {}],
      [{ baseUrl: `https://${token}@api.vendor.example` }, {}],
    ] as const) {
      const message = await refusal(chooseProfile(options, env, undefined, openKeyring));
      expect(message).toContain(`The credentials of the profile default are for ${good}`);
    }
  });

  test("that this version cannot read is named and not quoted", async () => {
    const keyring = memoryKeyring();
    for (const text of [
      token,
      "{",
      JSON.stringify({ version: 2, baseUrl: good, credentials: { kind: "token", token } }),
    ]) {
      keyring.entries.set("default", text);
      const message = await refusal(chooseProfile({}, {}, undefined, async () => keyring));
      expect(message).toContain("The profile default in the system's keyring cannot be read");
    }
  });
});

describe("a variable with credentials", () => {
  test.each([
    ["ANALYTICS_USERNAME", { ANALYTICS_USERNAME: "DEMO-1" }],
    ["ANALYTICS_API_KEY", { ANALYTICS_API_KEY: token }],
    ["ANALYTICS_TOKEN", { ANALYTICS_TOKEN: token }],
    ["ANALYTICS_OAUTH_CONFIG", { ANALYTICS_OAUTH_CONFIG: "oauth.json" }],
  ])("(%s) comes before every profile, and the keyring is not opened", async (_, env) => {
    const openKeyring = () => Promise.reject(new Error("was opened"));
    const choice = await chooseProfile({}, { ...env, ANALYTICS_BASE_URL: good }, undefined, openKeyring);
    expect(choice).toMatchObject({ profile: undefined, baseUrl: { source: "the variable ANALYTICS_BASE_URL" } });
    // The address of a profile is for its own credentials.
    expect(await chooseProfile({}, env, undefined, openKeyring)).toMatchObject({ baseUrl: { value: "" } });
  });

  test("is not completed by a profile", async () => {
    const openKeyring = await stored(profile("default"));
    const env = { ANALYTICS_BASE_URL: good, ANALYTICS_USERNAME: "DEMO-1" };
    expect(await refusal(connectWithKeyring({}, env, undefined, openKeyring))).toMatch(
      /^Credentials are missing: set either ANALYTICS_USERNAME and ANALYTICS_API_KEY.*A profile counts only where no variable has credentials\.$/,
    );
  });

  test("counts only for the connection that has its name", async () => {
    const openKeyring = await stored(profile("prod"));
    const env = { ANALYTICS_BASE_URL: good, ANALYTICS_TOKEN: token };
    for (const connectionEntry of [undefined, entry("prod", good)])
      expect(await chooseProfile({ connection: "prod" }, env, connectionEntry, openKeyring)).toMatchObject({
        baseUrl: { value: good, source: "the profile prod" },
        profile: { name: "prod" },
      });
    const own = { ...env, ANALYTICS_PROD_BASE_URL: good, ANALYTICS_PROD_TOKEN: token };
    expect(await chooseProfile({}, own, entry("prod", good), openKeyring)).toMatchObject({
      profile: undefined,
      variables: { value: { token: "ANALYTICS_PROD_TOKEN" } },
    });
    // Without a project file, too.
    expect(await chooseProfile({ connection: "prod" }, own, undefined, openKeyring)).toMatchObject({
      profile: undefined,
      baseUrl: { value: good, source: "the variable ANALYTICS_PROD_BASE_URL" },
    });
  });
});

describe("without a profile", () => {
  test("the message says how to store one, or why there is no keyring", async () => {
    const env = { ANALYTICS_BASE_URL: good };
    expect(await refusal(connectWithKeyring({}, env, undefined, await stored()))).toMatch(
      /^Credentials are missing: .*Or store them once in the system's keyring: analytics-engines login\.$/,
    );
    expect(await refusal(connectWithKeyring({}, env, undefined, noKeyring))).toMatch(
      /^Credentials are missing: .*because it cannot be used: this machine has none\.$/,
    );
    expect(await refusal(connectWithKeyring({}, {}, undefined, noKeyring))).toMatch(/^Name the service: .*has none\.$/);
    const message = await refusal(connectWithKeyring({ connection: "prod" }, {}, undefined, await stored()));
    expect(message).toContain("no such profile in the keyring. Or store them once");
  });

  test("a connection that contradicts the option of the address is refused", async () => {
    const options = { connection: "prod", baseUrl: other };
    const message = await refusal(chooseProfile(options, {}, entry("prod", good), await stored(profile("prod"))));
    expect(message).toContain("the option --base-url names");
  });
});

const names = fc.constantFrom("default", "prod", "test");
const origins = fc.constantFrom(good, other, "http://127.0.0.1:8080", "https://api.vendor.example:8443");
const step = fc.oneof(
  fc.record({
    kind: fc.constant("login" as const),
    name: names,
    origin: origins,
    path: fc.constantFrom("", "/gateway"),
  }),
  fc.record({ kind: fc.constant("logout" as const), name: names }),
  fc.record({
    kind: fc.constant("use" as const),
    option: fc.option(names, { nil: undefined }),
    flag: fc.option(origins, { nil: undefined }),
    variable: fc.option(origins, { nil: undefined }),
    named: fc.option(fc.tuple(names, origins), { nil: undefined }),
  }),
);

test("whatever is stored, removed, named and changed, credentials reach only the origin that they were stored for", async () => {
  let uses = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), async (steps) => {
      const keyring = memoryKeyring();
      const stored = new Map<string, { readonly origin: string; readonly token: string }>();
      for (const [index, each] of steps.entries()) {
        if (each.kind === "login") {
          stored.set(each.name, { origin: each.origin, token: `token-${index}` });
          const credentials = { kind: "token", token: `token-${index}` } as const;
          await writeProfile(keyring, { name: each.name, baseUrl: each.origin + each.path, credentials });
        } else if (each.kind === "logout") {
          expect(await keyring.remove(each.name)).toBe(stored.delete(each.name));
          expect(await readProfile(keyring, each.name)).toBeUndefined();
        } else {
          const { option, flag, variable, named } = each;
          const options = { ...(option && { connection: option }), ...(flag && { baseUrl: flag }) };
          // A connection that the user names is looked up in the project file.
          const isLookedUp = option === undefined || option === named?.[0];
          const connection = named && isLookedUp ? entry(...named) : undefined;
          const choice = await chooseProfile(
            options,
            { ANALYTICS_BASE_URL: variable },
            connection,
            async () => keyring,
          ).catch((error: unknown) => {
            if (error instanceof UserError) return undefined;
            throw error;
          });
          if (choice?.profile === undefined) continue;
          uses += 1;
          const { name, credentials } = choice.profile;
          expect({ origin: new URL(choice.baseUrl.value).origin, ...credentials }).toEqual({
            kind: "token",
            ...stored.get(name),
          });
          if (choice.connection !== undefined)
            expect(new URL(choice.connection.connection.baseUrl).origin).toBe(stored.get(name)?.origin);
        }
      }
    }),
    { numRuns: 3000 },
  );
  expect(uses).toBeGreaterThan(100);
});
