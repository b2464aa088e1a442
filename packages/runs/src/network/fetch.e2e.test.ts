import { createServer, request as httpRequest, type Server } from "node:http";
import { text } from "node:stream/consumers";
import { brotliCompressSync, gzipSync } from "node:zlib";
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

describe.each(["directly", "through a proxy"])("an answer %s", (way) => {
  const csv = Buffer.from(Array.from({ length: 90_000 }, (_, row) => `${row},${Math.sin(row)}\n`).join(""));

  /** Fetches from a server that answers with these bytes, and ends the connection where it is to. */
  async function fetched(parts: readonly (string | Buffer)[], { ends = true, pauseMs = 0 } = {}) {
    await using server = await rawServer((socket) => {
      for (const part of parts) socket.write(part);
      if (ends) socket.end();
    });
    const response = await (way === "directly"
      ? nodeFetch({})(server.url)
      : nodeFetch({ HTTP_PROXY: server.url })("http://service.example/"));
    // The network is faster than this reader.
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    return { response, bytes: Buffer.from(await response.arrayBuffer()) };
  }

  it.each([1000, 65_536, 70_000, csv.length])(
    "of %i bytes arrives whole, though its connection ends behind it",
    async (size) => {
      const sent = csv.subarray(0, size);
      const packed = gzipSync(sent);
      const length = `Content-Length: ${size}`;
      for (const [fields, body] of [
        [length, sent],
        ["Connection: close", sent],
        [`Connection: close\r\n${length}`, sent],
        [`Content-Encoding: gzip\r\nContent-Length: ${packed.length}`, packed],
      ] as const) {
        for (const pauseMs of [0, 20]) {
          const { bytes } = await fetched([`HTTP/1.1 200 OK\r\n${fields}\r\n\r\n`, body], { pauseMs });
          expect([fields, sent.equals(bytes)]).toEqual([fields, true]);
        }
      }
    },
  );

  it("comes after interim answers", async () => {
    const interim = "HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n";
    const { bytes } = await fetched([interim, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nwhole"]);
    expect(bytes.toString()).toBe("whole");
  });

  it("of nothing may name a coding", async () => {
    const head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 0\r\n\r\n";
    expect((await fetched([head])).bytes).toHaveLength(0);
  });

  it.each<[string, string, Buffer]>([
    ["is shorter than its length", `Content-Length: ${csv.length}`, csv.subarray(0, -1)],
    ["has no last chunk", "Transfer-Encoding: chunked", Buffer.from("3\r\na,b\r\n")],
    ["was cut in gzip", "Content-Encoding: gzip\r\nConnection: close", gzipSync(csv).subarray(0, -1)],
    ["was cut in brotli", "Content-Encoding: br\r\nConnection: close", brotliCompressSync(csv).subarray(0, -1)],
    ["is called gzip and is not", "Content-Encoding: gzip\r\nConnection: close", Buffer.from("a,b")],
  ])("fails if it %s", async (_, fields, body) => {
    await expect(fetched([`HTTP/1.1 200 OK\r\n${fields}\r\n\r\n`, body])).rejects.toThrow();
  });

  it("says with its headers what its end proves: a length, chunks, or nothing", async () => {
    const packed = gzipSync(csv);
    const headersOf = async (fields: string, body: Buffer) => {
      const { headers } = (await fetched([`HTTP/1.1 200 OK\r\n${fields}\r\n\r\n`, body])).response;
      return ["content-length", "transfer-encoding", "content-encoding"].map((name) => headers.get(name));
    };
    expect(await headersOf("Content-Length: 3", Buffer.from("a,b"))).toEqual(["3", null, null]);
    expect(await headersOf("Connection: close", csv)).toEqual([null, null, null]);
    expect(await headersOf("Content-Encoding: gzip\r\nConnection: close", packed)).toEqual([null, "chunked", null]);
    expect(await headersOf("Content-Encoding: gzip, gzip\r\nConnection: close", csv)).toEqual([
      null,
      null,
      "gzip, gzip",
    ]);
  });

  it("that is canceled unread closes its connection", async () => {
    const closed = Promise.withResolvers<void>();
    await using server = await rawServer((socket) => {
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 100000000\r\n\r\nbeginning");
      socket.once("close", () => closed.resolve());
    });
    const response = await nodeFetch({})(server.url);
    await response.body?.cancel();
    await closed.promise;
  });
});

it("a redirect is followed where the request lets it", async () => {
  const { service } = await network();
  await using server = await rawServer((socket) => {
    socket.write(`HTTP/1.1 302 Found\r\nLocation: ${service}/there\r\nContent-Length: 0\r\n\r\n`);
  });
  expect((await nodeFetch({})(server.url, { redirect: "manual" })).status).toBe(302);
  expect(await (await nodeFetch({})(server.url)).json()).toMatchObject({ method: "GET" });
});

it("names the address of the request in the response, as pages of lists need it", async () => {
  const { service } = await network();
  expect((await nodeFetch({})(`${service}/list?page=2`)).url).toBe(`${service}/list?page=2`);
});
