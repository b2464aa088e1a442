import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { createSecretStore, parseCredentials, type StoredCredentials, serializeCredentials } from "./secret-store.ts";

const credentials: StoredCredentials = { kind: "basic", username: "DEMO-1", password: "hush-hush" };
const acme = { baseUrl: "https://api.acme.example", auth: "basic" } as const;

function keyring() {
  const kept = new Map<string, string>();
  return {
    kept,
    get: async (key: string) => kept.get(key),
    store: async (key: string, value: string) => void kept.set(key, value),
    delete: async (key: string) => void kept.delete(key),
  };
}

describe("credentials", () => {
  it("are restored for the connection that they were entered for", async () => {
    const store = createSecretStore(keyring());
    await store.save("a", acme, credentials);
    expect(await store.load("a", { ...acme, baseUrl: "https://api.acme.example/other/path" })).toEqual(credentials);
    await store.remove("a");
    expect(await store.load("a", acme)).toBe("missing");
  });

  it("are refused for another origin or another kind", () => {
    const stored = serializeCredentials(credentials, acme);
    for (const baseUrl of [
      "https://api.acme.example.evil.example",
      "http://api.acme.example",
      "https://api.acme.example:444",
      "no address",
    ]) {
      expect(parseCredentials(stored, { ...acme, baseUrl })).toBe("other");
    }
    expect(parseCredentials(stored, { ...acme, auth: "token" })).toBe("other");
  });

  it("of an unknown format are refused", () => {
    for (const text of ["", "null", "[]", "{"]) expect(parseCredentials(text, acme)).toBe("other");
    expect(parseCredentials(JSON.stringify({ origin: acme.baseUrl, kind: "basic" }), acme)).toBe("missing");
  });
});

describe("a keyring", () => {
  it("that fails is reported without the secret", async () => {
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

  it("that loses a secret is reported", async () => {
    const store = createSecretStore({ ...keyring(), store: async () => undefined });
    await expect(store.save("a", acme, credentials)).rejects.toThrow(/keyring is missing or locked/);
  });
});
