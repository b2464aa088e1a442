import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ForeignAddressError, MalformedAnswerError } from "../errors/errors.ts";
import { fillPath, readBaseUrl, resolveLocation, withoutSlashes } from "./address.ts";

const base = "https://api.vendor.example/gateway";

describe("an address that the service names", () => {
  test.each([
    [
      "/analytics/engines/pa/v3/calculations/1/status",
      "https://api.vendor.example/analytics/engines/pa/v3/calculations/1/status",
    ],
    ["https://api.vendor.example/x?y=1", "https://api.vendor.example/x?y=1"],
    ["https://api.vendor.example:443/x", "https://api.vendor.example/x"],
    ["HTTPS://API.VENDOR.EXAMPLE/x", "https://api.vendor.example/x"],
  ])("%s is followed", (location, url) => expect(resolveLocation(location, base).href).toBe(url));

  test.each([
    "https://other.example/x",
    "//other.example/x",
    "\\\\other.example\\x",
    "http://api.vendor.example/x",
    "https://api.vendor.example:8443/x",
    "https://api.vendor.example.other.example/x",
    "https://api.vendor.example@other.example/x",
    "https://user@api.vendor.example/x",
    "javascript:alert(1)",
    "file:///etc/passwd",
  ])("%s is refused", (location) => {
    expect(() => resolveLocation(location, base)).toThrow(ForeignAddressError);
  });

  test.each(["", " ", "https://"])("%j is not an address", (location) => {
    expect(() => resolveLocation(location, base)).toThrow(MalformedAnswerError);
  });

  test("never leads to another origin", () => {
    const text = fc.oneof(fc.string(), fc.webUrl(), fc.stringMatching(/^[/\\:@.a-z]{0,20}$/));
    fc.assert(
      fc.property(text, (location) => {
        try {
          expect(resolveLocation(location, base).origin).toBe("https://api.vendor.example");
        } catch (error) {
          expect(error instanceof ForeignAddressError || error instanceof MalformedAnswerError).toBe(true);
        }
      }),
    );
  });
});

describe("a base URL", () => {
  test.each(["https://api.vendor.example", "http://127.0.0.1:8080", "http://localhost/x/", "http://[::1]:1"])(
    "%s",
    (url) => expect(readBaseUrl(url).href).toContain("://"),
  );
  test.each([
    ["http://api.vendor.example", /https/],
    ["http://127.0.0.1.other.example", /https/],
    // Some systems ask a name server for it.
    ["http://api.localhost:8080", /must begin with https:\/\/ \(http:\/\/ only for this machine\)$/],
    ["ftp://127.0.0.1", /https/],
    ["https://u:hunter2secret@api.vendor.example", /must not contain credentials/],
    ["api.vendor.example", /not an address/],
    ["https://api.vendor.example/?key=1", /query/],
  ])("%s is refused", (url, message) => {
    expect(() => readBaseUrl(url)).toThrow(message);
    expect(() => readBaseUrl(url)).not.toThrow(/hunter2secret/);
  });
});

describe("a path parameter", () => {
  const fill = (id: string) => fillPath("/a/{id}/b", { id });

  test("is one segment, percent-encoded", () => {
    expect(fill("Client:Foo/Bar")).toBe("/a/Client%3AFoo%2FBar/b");
    expect(fill("a b?c#d%2F")).toBe("/a/a%20b%3Fc%23d%252F/b");
  });

  test("that is missing, empty, a step up or broken is refused", () => {
    for (const id of ["", ".", "..", "\ud800"]) expect(() => fill(id)).toThrow(TypeError);
    expect(() => fillPath("/a/{id}", {})).toThrow("id of /a/{id} is missing");
  });

  test("never leaves its segment, and comes back as it was", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (id) => {
        fc.pre(id !== "" && id !== "." && id !== ".." && id.isWellFormed());
        const segments = new URL(`https://x.example${fill(id)}`).pathname.split("/");
        expect(segments).toHaveLength(4);
        expect(decodeURIComponent(segments[2] ?? "")).toBe(id);
      }),
    );
  });
});

test("slashes are cut from the end of a path in one pass", () => {
  const slashes = "/".repeat(2_000_000);
  expect(withoutSlashes(`${slashes}x`)).toBe(`${slashes}x`);
  expect(withoutSlashes(`/x${slashes}`)).toBe("/x");
  expect(withoutSlashes(slashes)).toBe("");
});
