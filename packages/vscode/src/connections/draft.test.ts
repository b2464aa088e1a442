import { describe, expect, it } from "vitest";
import { draftInfo, keepsCredentials, prefixProblem, readConfiguration, startDraft } from "./draft.ts";
import type { ConnectionInfo } from "./types.ts";

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
  it("of a connection that is not touched is that connection", () => {
    expect(draftInfo(startDraft(info, "unused"))).toEqual(info);
  });

  it("of a new one leaves out what is usual", () => {
    const draft = Object.assign(startDraft(undefined, "b2"), { name: "Beta", baseUrl: "https://b.example" });
    expect(draftInfo(draft)).toEqual({
      id: "b2",
      name: "Beta",
      baseUrl: "https://b.example",
      auth: "basic",
      production: false,
    });
  });

  it("keeps stored credentials for the same origin and kind alone", () => {
    const draft = startDraft(info, "unused");
    expect(keepsCredentials(draft)).toBe(true);
    expect(keepsCredentials({ ...draft, baseUrl: "https://api.acme.example/v2" })).toBe(true);
    expect(keepsCredentials({ ...draft, baseUrl: "https://other.example" })).toBe(false);
    expect(keepsCredentials({ ...draft, baseUrl: "" })).toBe(false);
    expect(keepsCredentials({ ...draft, auth: "basic" })).toBe(false);
    expect(keepsCredentials(startDraft(undefined, "b2"))).toBe(false);
  });
});

describe("what is entered", () => {
  it("a vendor's word is letters and digits", () => {
    expect(prefixProblem("Acme2")).toBeUndefined();
    for (const wrong of ["", "X-Acme", "Ac me", "Acmé"]) expect(prefixProblem(wrong)).toMatch(/Letters and digits/);
  });

  it("an OAuth configuration is told from other files, and nothing of it is repeated", () => {
    expect(readConfiguration('{"clientId":"c","jwk":{}}')).toEqual({ hasDiscovery: false });
    expect(readConfiguration('{"clientId":"c","jwk":{},"wellKnownUri":"https://x.example"}')).toEqual({
      hasDiscovery: true,
    });
    expect(JSON.stringify(readConfiguration('{"d": secret-exponent'))).toMatch(/not an OAuth configuration/);
    expect(JSON.stringify(readConfiguration('{"d": secret-exponent'))).not.toMatch(/exponent/);
  });
});
