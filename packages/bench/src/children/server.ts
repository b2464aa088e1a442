// A minimal HTTP server in a process of its own, so that a figure measures the client. Prints its address.
import { createServer } from "node:http";

const status = JSON.stringify({
  data: { calculationid: "0".repeat(32), status: "Executing", units: { "1": { status: "Executing", progress: "10" } } },
});
const PIECE_BYTES = 1 << 20;
const bytes = Buffer.alloc(PIECE_BYTES, "0123456789abcdef");
const PDF_START = "%PDF-1.7\n";
const PDF_END = "\n%%EOF";

/** Rows of a result, each followed by a comma, padded with spaces. */
const rows = Buffer.alloc(PIECE_BYTES, " ");
const ids = Array.from({ length: 20 }, (_, column) => `col_${column}`);
for (let row = 0, at = 0; ; row++) {
  const cells = ids.map((id, column) => [id, column < 3 ? `Issuer ${row * 7 + column}` : (row * 31 + column) / 100]);
  const text = `${JSON.stringify({ values: Object.fromEntries(cells) })},`;
  if (at + text.length > PIECE_BYTES) break;
  at += rows.write(text, at);
}
const ROWS_START = '{"data":{"tables":{"t":{"data":{"rows":[';
const definition = JSON.stringify({ columns: ids.map((id) => ({ id, name: id, type: "real" })) });
const ROWS_END = `{"values":{}}]},"definition":${definition}}}}}`;

let requests = 0;
const server = createServer((request, response) => {
  // `calculations/256/result` is a PDF of 256 MiB, `calculations/256-rows/result` has 256 MiB of rows; all else is a status.
  const [, mebibytes = 0, ofRows] = request.url?.match(/calculations\/(\d+)(-rows)?\/result/) ?? [];
  const [start, chunk, end] = ofRows ? [ROWS_START, rows, ROWS_END] : [PDF_START, bytes, PDF_END];
  const headers = {
    "content-type": Number(mebibytes) === 0 || ofRows ? "application/json" : "application/pdf",
    "cache-control": "max-age=5",
    "x-vendor-request-key": "k",
    "x-vendor-api-request-key": `k${++requests}`,
    "x-vendor-api-ratelimit-limit": "1000000",
    "x-vendor-api-ratelimit-remaining": "999999",
    "x-vendor-api-ratelimit-reset": "60",
  };
  let remainingPieces = Number(mebibytes);
  if (remainingPieces === 0) {
    response.writeHead(202, { ...headers, "x-vendor-api-pickup-progress": "10", "content-length": status.length });
    response.end(status);
    return;
  }
  response.writeHead(200, { ...headers, "content-length": start.length + remainingPieces * PIECE_BYTES + end.length });
  response.write(start);
  const push = () => {
    while (remainingPieces > 0) {
      remainingPieces -= 1;
      if (!response.write(chunk)) return response.once("drain", push);
    }
    return response.end(end);
  };
  push();
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address !== null && typeof address === "object") console.log(`http://127.0.0.1:${address.port}`);
});
process.stdin.resume().once("end", () => process.exit(0));
