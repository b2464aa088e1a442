import { describe, expect, it } from "vitest";
import type { ConnectionInfo } from "../connections/types.ts";
import { keepsCredentials, prefixProblem, readConfiguration, startDraft, withPrefix } from "./draft.ts";

const info: ConnectionInfo = {
  id: "a1",
  name: "Acme",
  baseUrl: "https://api.acme.example",
  auth: "token",
  headerPrefix: "Acme",
  color: "red",
  production: true,
};

describe("a draft", () => {
  it("of a saved connection starts as that connection", () => {
    expect(startDraft(info, "unused").info).toEqual(info);
  });

  it("leaves out the usual prefix", () => {
    const { headerPrefix: _none, ...plain } = info;
    expect(withPrefix(info, "Vendor")).toEqual(plain);
    expect(withPrefix(plain, "Acme")).toEqual(info);
    expect(startDraft(undefined, "b2").info).toEqual({
      id: "b2",
      name: "",
      baseUrl: "",
      auth: "basic",
      production: false,
    });
  });

  it("keeps stored credentials only for the same origin and kind", () => {
    const draft = startDraft(info, "unused", true);
    const keeps = (change: Partial<ConnectionInfo>) => keepsCredentials({ ...draft, info: { ...info, ...change } });
    expect(keeps({})).toBe(true);
    expect(keeps({ baseUrl: "https://api.acme.example/v2" })).toBe(true);
    expect(keeps({ baseUrl: "https://other.example" })).toBe(false);
    expect(keeps({ baseUrl: "" })).toBe(false);
    expect(keeps({ auth: "basic" })).toBe(false);
    expect(keepsCredentials(startDraft(undefined, "b2"))).toBe(false);
    expect(keepsCredentials(startDraft(info, "unused", false))).toBe(false);
  });

  it("asks for vendor word, color and production only if the connection has one of them", () => {
    const { headerPrefix: _prefix, color: _color, ...plain } = { ...info, production: false };
    expect(startDraft(plain, "unused").wantsMore).toBe(false);
    expect(startDraft(undefined, "b2").wantsMore).toBe(false);
    expect(startDraft(info, "unused").wantsMore).toBe(true);
    expect(startDraft({ ...plain, color: "red" }, "unused").wantsMore).toBe(true);
  });
});

describe("an answer of the user", () => {
  it("is a prefix if it has letters, digits and hyphens only", () => {
    for (const right of ["Acme2", "Acme-Data"]) expect(prefixProblem(right)).toBeUndefined();
    for (const wrong of ["", "Ac me", "Acmé", "A".repeat(65)]) expect(prefixProblem(wrong)).toMatch(/letters, digits/);
  });

  it("is an OAuth configuration if it has a client id, and an error quotes nothing of it", () => {
    expect(readConfiguration('{"clientId":"c","jwk":{}}')).toEqual({ hasDiscovery: false });
    expect(readConfiguration('{"clientId":"c","jwk":{},"wellKnownUri":"https://x.example"}')).toEqual({
      hasDiscovery: true,
    });
    expect(JSON.stringify(readConfiguration('{"d": secret-exponent'))).toMatch(/not an OAuth configuration/);
    expect(JSON.stringify(readConfiguration('{"d": secret-exponent'))).not.toMatch(/exponent/);
  });
});
