import { createServer, request as httpRequest, type Server } from "node:http";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { rawServer } from "../../../core/test/support/service/raw-server.ts";
import { nodeFetch } from "./fetch.ts";

const open: Server[] = [];
afterEach(async () => {
  await Promise.all(
    open.splice(0).map((server) => new Promise((resolve) => server.closeAllConnections() ?? server.close(resolve))),
  );
});

async function listen(server: Server): Promise<number> {
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

/** A service that repeats what it received, and a proxy that sends everything to it and notes the requested addresses. The proxy opens no tunnel. */
async function network() {
  const service = await listen(
    createServer((request, response) => {
      const path = new URL(request.url ?? "/", "http://service.example").pathname;
      if (path === "/nothing") response.writeHead(204).end();
      else if (path === "/elsewhere") response.writeHead(302, { location: "https://elsewhere.example/" }).end();
      else if (path === "/endless") response.write("a beginning");
      else {
        response.setHeader("x-vendor-request-key", "key");
        const { method, headers } = request;
        text(request).then((sent) =>
          response.end(
            JSON.stringify({
              method,
              host: headers.host,
              sent,
              mark: headers["x-mark"],
              length: headers["content-length"],
            }),
          ),
        );
      }
    }),
  );
  const led: string[] = [];
  const proxy = createServer((request, response) => {
    led.push(request.url ?? "");
    const { method = "GET", headers } = request;
    const onward = httpRequest(
      { port: service, path: new URL(request.url ?? "").pathname, method, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    request.pipe(onward);
  });
  proxy.on("connect", (request, socket) => {
    led.push(`CONNECT ${request.url}`);
    socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
  });
  return { service: `http://127.0.0.1:${service}`, proxy: `http://127.0.0.1:${await listen(proxy)}`, led };
}

describe("nodeFetch", () => {
  it("goes through the proxy of the variables, in either letter case, with the request as it is", async () => {
    const { proxy, led } = await network();
    for (const env of [{ HTTP_PROXY: proxy }, { http_proxy: proxy, HTTP_PROXY: "http://127.0.0.1:1" }]) {
      const request = new Request("http://service.example/path", {
        method: "PUT",
        body: "parameters",
        headers: { "x-mark": "1" },
      });
      const response = await nodeFetch(env)(request);
      expect(response).toBeInstanceOf(Response);
      expect(response.headers.get("x-vendor-request-key")).toBe("key");
      const sent = { sent: "parameters", length: "10" };
      expect(await response.json()).toEqual({ method: "PUT", host: "service.example", mark: "1", ...sent });
    }
    expect(led).toEqual(["http://service.example/path", "http://service.example/path"]);
  });

  it("follows no redirect that it is not to follow, and knows answers without a body", async () => {
    const { proxy } = await network();
    const through = nodeFetch({ HTTP_PROXY: proxy });
    expect((await through("http://service.example/nothing")).status).toBe(204);
    const redirect = await through("http://service.example/elsewhere", { redirect: "manual" });
    expect([redirect.status, redirect.headers.get("location")]).toEqual([302, "https://elsewhere.example/"]);
  });

  it("obeys a signal before and while the answer comes", async () => {
    const { proxy } = await network();
    const through = nodeFetch({ HTTP_PROXY: proxy });
    await expect(
      through("http://service.example/", { signal: AbortSignal.abort(new Error("enough")) }),
    ).rejects.toThrow("enough");
  });

  it("is Node's own without variables, which a client hands its requests without a copy", () => {
    expect(nodeFetch({})).toBe(fetch);
    expect(nodeFetch({ HTTP_PROXY: "" })).toBe(fetch);
    expect(nodeFetch({ HTTP_PROXY: "http://proxy.example" })).not.toBe(fetch);
  });

  it("goes past the proxy for hosts of NO_PROXY and for loopback, and without variables", async () => {
    const { service, proxy, led } = await network();
    const direct = async (env: Record<string, string>, url: string) => (await nodeFetch(env)(url)).json();
    expect(await direct({ HTTP_PROXY: proxy }, `${service}/`)).toMatchObject({ method: "GET" });
    expect(await direct({}, `${service}/`)).toMatchObject({ method: "GET" });
    expect(await direct({ HTTPS_PROXY: proxy }, `${service}/`)).toMatchObject({ method: "GET" });
    const host = "service.invalid";
    await expect(
      nodeFetch({ HTTP_PROXY: proxy, NO_PROXY: `other.example,${host}` })(`http://${host}/`),
    ).rejects.toThrow("fetch failed");
    expect(led).toEqual([]);
  });

  it("asks the proxy for a tunnel where the address is https, of HTTPS_PROXY or else of HTTP_PROXY", async () => {
    const { proxy, led } = await network();
    for (const env of [{ HTTPS_PROXY: proxy }, { HTTP_PROXY: proxy }]) {
      await expect(nodeFetch(env)("https://service.example/")).rejects.toThrow("fetch failed");
    }
    expect(led).toEqual(["CONNECT service.example:443", "CONNECT service.example:443"]);
  });

  it("says it when the proxy is away, with the code of the cause", async () => {
    await expect(nodeFetch({ HTTP_PROXY: "http://127.0.0.1:1" })("http://service.example/")).rejects.toMatchObject({
      cause: { code: "ECONNREFUSED" },
    });
  });
});

describe("an answer through a proxy", () => {
  const csv = Buffer.from(Array.from({ length: 9000 }, (_, row) => `${row},${Math.sin(row)}\n`).join(""));

  /** Fetches through a proxy that answers with these bytes, and then ends the connection. */
  async function answered(...parts: readonly (string | Buffer)[]) {
    await using proxy = await rawServer((socket) => {
      for (const part of parts) socket.write(part);
      socket.end();
    });
    const response = await nodeFetch({ HTTP_PROXY: proxy.url })("http://service.example/");
    // The network is faster than this reader.
    await new Promise((resolve) => setTimeout(resolve, 20));
    return Buffer.from(await response.arrayBuffer());
  }

  it("arrives whole, though its connection ends behind it and 100 Continue came before it", async () => {
    const interim = "HTTP/1.1 100 Continue\r\n\r\n";
    const packed = gzipSync(csv);
    const head = "HTTP/1.1 200 OK\r\n";
    for (const [fields, body] of [
      [`Content-Length: ${csv.length}`, csv],
      ["Connection: close", csv],
      [`Content-Encoding: gzip\r\nContent-Length: ${packed.length}`, packed],
    ] as const) {
      expect(csv.equals(await answered(interim, `${head}${fields}\r\n\r\n`, body))).toBe(true);
    }
  });

  it("fails if its compression was cut", async () => {
    const packed = gzipSync(csv).subarray(0, -1);
    const head = `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${packed.length}\r\n\r\n`;
    await expect(answered(head, packed)).rejects.toThrow("unexpected end of file");
  });
});
