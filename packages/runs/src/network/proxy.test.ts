import { once } from "node:events";
import { createServer } from "node:net";
import { bearerToken, connectionFault, createClient, wasNotSent } from "@analytics-engines/core";
import { describe, expect, it } from "vitest";
import { nodeFetch, proxyFor, proxySetting, readProxy } from "./fetch.ts";

const secret = "hunter2-hunter2";

/** Values that are not the address of a proxy, each with a password where it has place for one. */
const wrongValues = [
  `http://user:${secret}@bad host:3128`,
  `http://user:${secret}@proxy.example:99999`,
  `http://user:${secret}@`,
  `http://user:${secret}@proxy.example:port`,
  `ftp://user:${secret}@proxy.example`,
  `user:${secret}@`,
  `http://us%er:${secret}@proxy.example:3128`,
  `http://user:${secret}%@proxy.example:3128`,
  "http://",
  "://",
  `"http://user:${secret}@proxy.example:3128"`,
  `proxy=${secret} and more`,
];

describe("a variable whose value is not the address of a proxy", () => {
  const variables = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"];

  it.each(wrongValues.flatMap((value) => variables.map((variable) => ({ value, variable }))))(
    "$variable=$value fails each request at once, without its value",
    async ({ value, variable }) => {
      const client = createClient({
        baseUrl: "https://api.vendor.example",
        auth: bearerToken("token-0123456789"),
        fetch: nodeFetch({ [variable]: value }),
      });
      const error: unknown = await client.probe().catch((reason: unknown) => reason);
      expect([connectionFault(error), wasNotSent(error)]).toEqual(["proxy", true]);
      const { message } = error instanceof Error ? error : new Error();
      expect(message).toContain(`the variable ${variable} `);
      expect(message).not.toContain(secret);
      expect(message).not.toContain("user:h");
    },
  );
});

describe("the address of a proxy", () => {
  it.each([
    ["http://proxy.example:3128", "http://proxy.example:3128/"],
    ["https://proxy.example", "https://proxy.example/"],
    ["proxy.example:3128", "http://proxy.example:3128/"],
    ["user:p%40ss@proxy.example:3128", "http://user:p%40ss@proxy.example:3128/"],
    [" http://proxy.example ", "http://proxy.example/"],
    ["socks5://127.0.0.1:1080", "socks5://127.0.0.1:1080"],
  ])("%j is read", (value, href) => {
    const setting = proxySetting({ HTTPS_PROXY: value }, "https:");
    expect(setting && readProxy(setting).href).toBe(href);
  });

  it("comes from the variable of the scheme, or else of http, in lower case first", () => {
    const env = { HTTP_PROXY: "a", http_proxy: "b", HTTPS_PROXY: "c" };
    expect([proxySetting(env, "http:")?.value, proxySetting(env, "https:")?.value]).toEqual(["b", "c"]);
    expect(proxySetting({ HTTP_PROXY: "a", https_proxy: "" }, "https:")?.source).toBe("the variable HTTP_PROXY");
    expect(proxySetting({ HTTPS_PROXY: "a" }, "http:")).toBeUndefined();
  });
});

describe("a PAC file", () => {
  it.each([
    "http://config.example/proxy.pac",
    "https://config.example/wpad.dat",
    "http://config.example/proxy.pac?site=1",
    "pac+http://config.example/script",
    "autoproxy",
  ])("%s is named as not supported", (value) => {
    const source = "the variable HTTPS_PROXY";
    expect(() => readProxy({ source, value })).toThrow(`${source} names a PAC file`);
  });
});

describe("a SOCKS proxy", () => {
  it("gets the requests, and Node warns of nothing", async () => {
    const greetings: number[] = [];
    const server = createServer((socket) => {
      // It offers no method that the client may use.
      socket.once("data", (data) => {
        greetings.push(data[0] ?? 0);
        socket.end(Buffer.from([5, 255]));
      });
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const warnings: unknown[] = [];
    const listen = (warning: unknown) => warnings.push(warning);
    process.on("warning", listen);
    const send = nodeFetch({ HTTPS_PROXY: `socks5://127.0.0.1:${port}` });
    await expect(send("https://api.vendor.example")).rejects.toThrow();
    await new Promise(setImmediate);
    process.off("warning", listen);
    server.close();
    expect([greetings, warnings]).toEqual([[5], []]);
  });

  it.each(["socks4://proxy.example", "SOCKS4://user:hunter2@proxy.example"])("%s is refused", (value) => {
    const setting = proxySetting({ HTTPS_PROXY: value }, "https:");
    expect(() => setting && readProxy(setting)).toThrow("neither http nor https nor socks5");
  });
});

describe("the proxy for an address", () => {
  const env = { HTTPS_PROXY: "http://proxy.example:3128" };

  it.each([
    ["https://api.vendor.example", "", true],
    ["https://api.vendor.example", "other.example", true],
    ["https://api.vendor.example", "other.example, api.vendor.example", false],
    ["https://api.vendor.example", "API.Vendor.Example", false],
    ["https://api.vendor.example", ".vendor.example", false],
    ["https://api.vendor.example", "*.vendor.example", false],
    ["https://api.vendor.example", "*", false],
    ["https://api.vendor.example", "api.vendor.example:443", false],
    ["https://api.vendor.example", "api.vendor.example:8443", true],
    ["https://localhost", "", false],
    ["http://127.0.0.1:8080", "", false],
  ])("%s with NO_PROXY=%j: %s", (address, noProxy, isUsed) => {
    expect(proxyFor(new URL(address), { ...env, NO_PROXY: noProxy }) !== undefined).toBe(isUsed);
  });
});
