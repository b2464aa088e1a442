import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { type Credentials, openCredentials, sealCredentials } from "./credentials.ts";
import { createSecretStore, type Secrets } from "./secret-store.ts";

const credentials: Credentials = { kind: "basic", username: "DEMO-1", password: "hush-hush" };
const acme = { baseUrl: "https://api.acme.example", auth: "basic" } as const;

function keyring(): Secrets & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    get: async (key) => kept.get(key),
    store: async (key, value) => void kept.set(key, value),
    delete: async (key) => void kept.delete(key),
  };
}

describe("credentials", () => {
  it("come back for the connection that they were entered for", async () => {
    const store = createSecretStore(keyring());
    await store.save("a", acme, credentials);
    expect(await store.load("a", { ...acme, baseUrl: "https://api.acme.example/other/path" })).toEqual(credentials);
    await store.remove("a");
    expect(await store.load("a", acme)).toBe("missing");
  });

  it("do not go to another origin, nor are they taken for another kind", () => {
    const sealed = sealCredentials(credentials, acme);
    for (const baseUrl of [
      "https://api.acme.example.evil.example",
      "http://api.acme.example",
      "https://api.acme.example:444",
      "no address",
    ]) {
      expect(openCredentials(sealed, { ...acme, baseUrl })).toBe("other");
    }
    expect(openCredentials(sealed, { ...acme, auth: "token" })).toBe("other");
  });

  it("that something else wrote are none", () => {
    for (const text of ["", "null", "[]", "{"]) expect(openCredentials(text, acme)).toBe("other");
    expect(openCredentials(JSON.stringify({ origin: acme.baseUrl, kind: "basic" }), acme)).toBe("missing");
  });
});

describe("a keyring", () => {
  it("that refuses is told, without the secret", async () => {
    const secrets = {
      ...keyring(),
      store: async () => Promise.reject(new Error("The name org.freedesktop.secrets was not provided")),
    };
    const failure = await createSecretStore(secrets)
      .save("a", acme, credentials)
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({
      name: "UserError",
      message: expect.stringMatching(/keyring is missing or locked \(The name org/),
    });
    expect(inspect(failure, { depth: 9 })).not.toContain("hush-hush");
  });

  it("that takes a secret and does not have it afterwards is told", async () => {
    const store = createSecretStore({ ...keyring(), store: async () => undefined });
    await expect(store.save("a", acme, credentials)).rejects.toThrow(/keyring is missing or locked/);
  });
});
