import { afterEach, expect, it, vi } from "vitest";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

it("a request body is a stream where `navigator` is undefined, as in the extension host of VS Code", async () => {
  vi.stubGlobal("navigator", undefined);
  vi.resetModules();
  const { requestBody } = await import("./http.ts");
  const { body, headers } = requestBody("{}");
  expect(body).toBeInstanceOf(ReadableStream);
  expect(headers).toEqual({ "content-length": "2" });
});
