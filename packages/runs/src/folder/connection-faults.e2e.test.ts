import { createServer as createHttpServer } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { connect as connectSocket, createServer, type Server, type Socket } from "node:net";
import {
  bearerToken,
  ConnectionError,
  connectionFault,
  createClient,
  mayHaveActed,
  wasNotSent,
} from "@analytics-engines/core";
import { afterEach, describe, expect, it } from "vitest";
import { type Certified, makeCertificate, newKey } from "../../../core/test/support/service/certificate.ts";
import { nodeFetch } from "../network/fetch.ts";

const open: { close(): void }[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
  });
  open.push({
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

/** The error of a create through Node's fetch, which reached no service. */
async function errorOfCreate(url: string, env: Record<string, string> = {}): Promise<ConnectionError> {
  const client = createClient({
    baseUrl: url,
    auth: bearerToken("token-0123456789"),
    fetch: nodeFetch(env),
    random: () => 0,
  });
  const error = await client.pa.calculations.createOrUpdate("1", { data: {} }).catch((reason) => reason);
  if (!(error instanceof ConnectionError)) throw new Error(`not a ConnectionError: ${error}`);
  return error;
}

const secureServer = (certified: Certified) => {
  const requests: string[] = [];
  const server = createHttpsServer(certified, (request, response) => {
    requests.push(request.url ?? "");
    response.end();
  });
  return { server, requests };
};

const issuer = { name: "Unknown Authority", key: newKey().privateKey };
const longAgo = { notBefore: new Date("2020-01-01"), notAfter: new Date("2020-02-01") };

describe("a certificate that is not accepted", () => {
  it.each([
    ["signs itself", makeCertificate({ host: "localhost" }), "DEPTH_ZERO_SELF_SIGNED_CERT"],
    ["is past its date", makeCertificate({ host: "localhost", ...longAgo }), "CERT_HAS_EXPIRED"],
    ["has an unknown issuer", makeCertificate({ host: "localhost", issuer }), "UNABLE_TO_VERIFY_LEAF_SIGNATURE"],
  ])("(%s) stops a create before anything is sent", async (_, certified, code) => {
    const { server, requests } = secureServer(certified);
    const error = await errorOfCreate(`https://localhost:${await listen(server)}`);
    expect(error.message).toContain(`got no answer: ${code}`);
    expect(error.advice).toContain("NODE_EXTRA_CA_CERTS");
    expect([connectionFault(error), wasNotSent(error)]).toEqual(["tls", true]);
    expect(requests).toEqual([]);
  });
});

describe("a handshake that fails", () => {
  const answerTo = (answer: (socket: Socket) => void) =>
    createServer((socket) => socket.once("data", () => answer(socket)));

  it.each([
    ["speaks plain HTTP", createHttpServer((_, response) => response.end())],
    ["ends the connection", answerTo((socket) => socket.end())],
    ["refuses with an alert", answerTo((socket) => socket.end(Buffer.from([21, 3, 3, 0, 2, 2, 40])))],
  ])("because the server %s was never sent", async (_, server) => {
    const error = await errorOfCreate(`https://localhost:${await listen(server)}`);
    expect([connectionFault(error), wasNotSent(error)]).toEqual(["tls", true]);
    expect(error.advice).toContain("NODE_EXTRA_CA_CERTS");
  });

  it("because the connection was reset was never sent", async () => {
    const port = await listen(answerTo((socket) => socket.resetAndDestroy()));
    const error = await errorOfCreate(`https://localhost:${port}`);
    expect([error.message, wasNotSent(error)]).toEqual([expect.stringContaining("ECONNRESET"), true]);
  });
});

describe("a connection that breaks once the request is sent", () => {
  it.each([
    ["is reset", (socket: Socket) => socket.resetAndDestroy()],
    ["ends", (socket: Socket) => socket.end()],
  ])("(%s) leaves open what the service did", async (_, end) => {
    const port = await listen(createServer((socket) => socket.once("data", () => end(socket))));
    const error = await errorOfCreate(`http://127.0.0.1:${port}`);
    expect([connectionFault(error), wasNotSent(error), mayHaveActed(error)]).toEqual(["other", false, true]);
  });
});

describe("a proxy", () => {
  /** A proxy that answers each CONNECT with a status, or opens the tunnel to a port. */
  async function proxy(answer: number | { readonly leadsTo: number } | "hangs up"): Promise<string> {
    const server = createHttpServer();
    server.on("connect", (_, socket) => {
      if (answer === "hangs up") socket.end();
      else if (typeof answer === "number") socket.end(`HTTP/1.1 ${answer} No\r\ncontent-length: 0\r\n\r\n`);
      else {
        const onward = connectSocket(answer.leadsTo, "127.0.0.1", () => {
          socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
          onward.pipe(socket).pipe(onward);
        });
        onward.on("error", () => socket.destroy());
        socket.on("error", () => onward.destroy());
      }
    });
    return `http://127.0.0.1:${await listen(server)}`;
  }

  it.each([
    [407, "asks for credentials (407)"],
    [403, "refused to connect to the service (403)"],
    [502, "refused to connect to the service (502)"],
  ])("that answers CONNECT with %i sent nothing on, and is named without its credentials", async (status, reason) => {
    const address = await proxy(status);
    const withCredentials = address.replace("//", "//user:hunter2-hunter2@");
    const error = await errorOfCreate("https://service.example", { HTTPS_PROXY: withCredentials });
    expect(error.message).toContain(`got no answer: the proxy ${address} ${reason}`);
    expect(JSON.stringify([error, String(error.cause)])).not.toContain("hunter2");
    expect(error.advice).toContain("HTTPS_PROXY");
    expect([connectionFault(error), wasNotSent(error)]).toEqual(["proxy", true]);
  });

  it("that hangs up sent nothing on", async () => {
    const error = await errorOfCreate("https://service.example", { HTTPS_PROXY: await proxy("hangs up") });
    expect([connectionFault(error), wasNotSent(error)]).toEqual(["proxy", true]);
  });

  it("does not hide that the certificate behind it is not accepted", async () => {
    const { server, requests } = secureServer(makeCertificate({ host: "service.example" }));
    const leadsTo = await listen(server);
    const error = await errorOfCreate("https://service.example", { HTTPS_PROXY: await proxy({ leadsTo }) });
    expect([connectionFault(error), wasNotSent(error), requests]).toEqual(["tls", true, []]);
  });

  it("that is away is a refused connection", async () => {
    const error = await errorOfCreate("https://service.example", { HTTPS_PROXY: "http://127.0.0.1:1" });
    expect([connectionFault(error), wasNotSent(error)]).toEqual(["refused", true]);
  });
});

describe("a host that has no address", () => {
  it("was never reached", async () => {
    const error = await errorOfCreate("https://service.invalid");
    expect([connectionFault(error), wasNotSent(error)]).toEqual(["dns", true]);
  });
});
