import { afterEach, expect, it, vi } from "vitest";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

it("a body that can be read once is sent where `navigator` is undefined, as in the extension host of VS Code", async () => {
  vi.stubGlobal("navigator", undefined);
  vi.resetModules();
  const { fetchOnce } = await import("./fetch-once.ts");
  const sent: (RequestInit | undefined)[] = [];
  const connection = {
    fetch: async (_input: RequestInfo | URL, init?: RequestInit) => {
      sent.push(init);
      return new Response();
    },
  };
  const wire = { method: "POST", headers: {}, body: "{}" };
  await fetchOnce(connection, wire, "https://api.vendor.example/", new AbortController().signal);
  expect(sent[0]?.body).toBeInstanceOf(ReadableStream);
});
