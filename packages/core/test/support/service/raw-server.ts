import { createServer, type Socket } from "node:net";

/** A server on loopback that reads requests, and sends the bytes that a test chooses. */
export interface RawServer extends AsyncDisposable {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string;
}

/** @param answer sends the answer to a request whose head has arrived */
export async function rawServer(answer: (socket: Socket, head: string) => void): Promise<RawServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    let text = "";
    socket.on("data", (bytes) => {
      text += bytes.toString("latin1");
      const head = /^.*?\r\n\r\n/s.exec(text)?.[0];
      const length = Number(/content-length: (\d+)/i.exec(head ?? "")?.[1] ?? 0);
      if (head === undefined || text.length < head.length + length) return;
      text = text.slice(head.length + length);
      answer(socket, head);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server listens on a port.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}
