// A bare HTTP server in a process of its own, so that a figure shows the client and not the service.
import { createServer } from "node:http";

const status = JSON.stringify({
  data: { calculationid: "0".repeat(32), status: "Executing", units: { "1": { status: "Executing", progress: "10" } } },
});
const chunk = Buffer.alloc(1 << 20, "0123456789abcdef");

let requests = 0;
const server = createServer((request, response) => {
  const size = Number(
    new URL(request.url ?? "/", "http://localhost").pathname.match(/calculations\/(\d+)\/result/)?.[1] ?? 0,
  );
  const headers = {
    "content-type": "application/json",
    "cache-control": "max-age=5",
    "x-vendor-request-key": "k",
    "x-vendor-api-request-key": `k${++requests}`,
    "x-vendor-api-ratelimit-limit": "1000000",
    "x-vendor-api-ratelimit-remaining": "999999",
    "x-vendor-api-ratelimit-reset": "60",
  };
  if (size === 0) {
    response.writeHead(202, { ...headers, "x-vendor-api-pickup-progress": "10", "content-length": status.length });
    response.end(status);
    return;
  }
  response.writeHead(200, { ...headers, "content-length": size * chunk.length });
  let left = size;
  const push = () => {
    while (left > 0) {
      left -= 1;
      if (!response.write(chunk)) return response.once("drain", push);
    }
    return response.end();
  };
  push();
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address !== null && typeof address === "object") console.log(address.port);
});
process.stdin.resume().once("end", () => process.exit(0));
