import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** A request as it arrived. */
export interface Received {
  readonly method: string;
  /** Path and query as sent. */
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

type Script = (request: Received, response: ServerResponse, count: number) => void;

/** A real HTTP server on loopback for tests. `script` answers each request; `count` is 1 for the first. */
export async function scriptedServer(script: Script) {
  const requests: Received[] = [];
  const server = createServer(async (incoming, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of incoming) pieces.push(piece);
    const { method = "", url = "", headers } = incoming;
    const received = { method, url, headers, body: Buffer.concat(pieces).toString() };
    requests.push(received);
    script(received, response, requests.length);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${address.port}`, requests, close, [Symbol.asyncDispose]: close };
}

/** Answers JSON. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
) {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

/** The smallest status document. */
export const runningStatus = { data: { calculationid: "0".repeat(32), status: "Executing", units: {} } };
