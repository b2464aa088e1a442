import { createPrivateKey } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Server, Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { createSecureContext, createServer as createTlsServer } from "node:tls";
import type { Simulator } from "@analytics-engines/simulator";
import { type Certified, makeCertificate } from "../../../core/test/support/service/certificate.ts";

/** A name that no name server knows: only the proxy leads to it. */
export const SERVICE_URL = "https://api.vendor.example";

/** An authority that signs certificates for tests. */
export interface Authority {
  readonly name: string;
  readonly cert: string;
  certify(host: string, dates?: { readonly notBefore: Date; readonly notAfter: Date }): Certified;
}

export function makeAuthority(name: string): Authority {
  const { key, cert } = makeCertificate({ host: name, isAuthority: true });
  const issuer = { name, key: createPrivateKey(key) };
  return { name, cert, certify: (host, dates) => makeCertificate({ host, issuer, ...dates }) };
}

export interface NetworkOptions {
  readonly simulator: Simulator;
  /** The certificate that answers for a host. */
  readonly certificateOf: (host: string) => Certified;
  /** The authority of the clients whose certificates the service accepts. Default: it asks for none. */
  readonly clientAuthority?: Authority;
  /** The difference of the service's clock. */
  readonly clockDifferenceMs?: number;
  /** What the proxy asks for. Default: `user` and `pass word`. */
  readonly proxyCredentials?: string;
}

/** A corporate network: a proxy with a password that looks into TLS with certificates of its own, behind which a simulated service answers for every host. */
export async function startNetwork({ simulator, certificateOf, clientAuthority, ...options }: NetworkOptions) {
  const { clockDifferenceMs = 0, proxyCredentials = "user:pass word" } = options;
  const expected = `Basic ${Buffer.from(proxyCredentials).toString("base64")}`;
  /** The hosts that were asked for, with whether the client proved who it is. */
  const hosts: string[] = [];
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
  };

  const web = createServer((request, response) => {
    response.setHeader("date", new Date(Date.now() + clockDifferenceMs).toUTCString());
    answer(request, response).catch(() => request.socket.destroy());
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "GET", headers } = request;
    const hasBody = method !== "GET" && method !== "DELETE";
    const reply = await simulator.fetch(
      new Request(`https://${headers.host}${request.url}`, {
        method,
        headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
        ...(hasBody && { body: await buffer(request) }),
      }),
    );
    response.writeHead(reply.status, Object.fromEntries(reply.headers));
    response.end(Buffer.from(await reply.arrayBuffer()));
  }

  const secure = createTlsServer({
    SNICallback: (host, done) =>
      done(null, createSecureContext({ ...certificateOf(host), ...(clientAuthority && { ca: clientAuthority.cert }) })),
    requestCert: clientAuthority !== undefined,
    rejectUnauthorized: true,
  });
  secure.on("connection", keep);
  secure.on("secureConnection", (socket) => {
    keep(socket);
    web.emit("connection", socket);
  });
  secure.on("tlsClientError", () => undefined);

  const proxy = createServer((_, response) => response.writeHead(501).end());
  proxy.on("connection", keep);
  proxy.on("connect", (request, socket: Socket) => {
    const [host = ""] = (request.url ?? "").split(":");
    if (request.headers["proxy-authorization"] !== expected) {
      socket.end(
        "HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic\r\ncontent-length: 0\r\n\r\n",
      );
      return;
    }
    hosts.push(host);
    socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
    secure.emit("connection", socket);
  });
  const [proxyPort, directPort] = await Promise.all([proxy, secure].map(listen));

  return {
    hosts,
    /** The value of HTTPS_PROXY, with another password on request. */
    proxyUrl: (credentials = proxyCredentials) =>
      `http://${credentials.split(":").map(encodeURIComponent).join(":")}@127.0.0.1:${proxyPort}`,
    /** The service without the proxy. */
    directUrl: `https://localhost:${directPort}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      await Promise.all([proxy, secure].map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return port;
}
