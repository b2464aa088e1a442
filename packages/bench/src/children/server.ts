// A bare HTTP server in a process of its own, so that a figure shows the client and not the service.
import { createServer } from "node:http";

const status = JSON.stringify({
  data: { calculationid: "0".repeat(32), status: "Executing", units: { "1": { status: "Executing", progress: "10" } } },
});
const chunk = Buffer.alloc(1 << 20, "0123456789abcdef");

/** Rows as a result has them, a comma behind each, filled up with spaces to the size of a chunk. */
const rows = Buffer.alloc(1 << 20, " ");
const ids = Array.from({ length: 20 }, (_, column) => `col_${column}`);
for (let row = 0, at = 0; ; row++) {
  const cells = ids.map((id, column) => [id, column < 3 ? `Issuer ${row * 7 + column}` : (row * 31 + column) / 100]);
  const text = `${JSON.stringify({ values: Object.fromEntries(cells) })},`;
  if (at + text.length > rows.length) break;
  at += rows.write(text, at);
}
const head = '{"data":{"tables":{"t":{"data":{"rows":[';
const tail = `{"values":{}}]},"definition":${JSON.stringify({ columns: ids.map((id) => ({ id, name: id, type: "real" })) })}}}}}`;

let requests = 0;
const server = createServer((request, response) => {
  // So many MiB of anything, or of rows: calculations/256/result, calculations/256-rows/result.
  const asked = request.url?.match(/calculations\/(\d+)(-rows)?\/result/);
  const size = Number(asked?.[1] ?? 0);
  const [first, each, last] = asked?.[2] ? [head, rows, tail] : ["", chunk, ""];
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
  response.writeHead(200, { ...headers, "content-length": first.length + size * each.length + last.length });
  response.write(first);
  let left = size;
  const push = () => {
    while (left > 0) {
      left -= 1;
      if (!response.write(each)) return response.once("drain", push);
    }
    return response.end(last);
  };
  push();
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address !== null && typeof address === "object") console.log(address.port);
});
process.stdin.resume().once("end", () => process.exit(0));
