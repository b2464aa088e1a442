import type { Expected } from "@analytics-engines/core";

/** A result of some format. */
export interface FormatSample {
  readonly name: string;
  readonly contentType: string;
  readonly expects: Expected;
  readonly bytes: Buffer;
  /** Whether the format has an end mark, so that its bytes show when the last ones are missing. */
  readonly hasEnd: boolean;
}

const rows = Array.from({ length: 3000 }, (_, row) => `${row},fund ${row % 7},${Math.sin(row)}`);
const table = {
  definition: { columns: [{ id: "0", name: "weight" }] },
  data: { rows: rows.map((value) => ({ values: { 0: value } })) },
};
const noise = Buffer.from(rows.join("\n"));

function zip(): Buffer {
  const entry = Buffer.concat([Buffer.from("PK\x03\x04"), noise]);
  const list = Buffer.concat([Buffer.from("PK\x01\x02"), noise.subarray(0, 100)]);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06");
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(entry.length, 16);
  return Buffer.concat([entry, list, end]);
}

const text = (...parts: readonly (string | Buffer)[]) => Buffer.concat(parts.map((part) => Buffer.from(part)));
const mark = Buffer.from([0xff, 0xff, 0xff, 0xff]);

/** One result of each format that the service has. */
export const formatSamples: readonly FormatSample[] = [
  {
    name: "JSON",
    contentType: "application/json",
    expects: "stach",
    bytes: text(JSON.stringify({ data: { version: "2.0", tables: { a: table } } })),
    hasEnd: true,
  },
  {
    name: "PDF",
    contentType: "application/pdf",
    expects: "report",
    bytes: text("%PDF-1.7\n", noise, "\nstartxref\n1234\n%%EOF"),
    hasEnd: true,
  },
  {
    name: "PPTX",
    contentType: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    expects: "report",
    bytes: zip(),
    hasEnd: true,
  },
  {
    name: "Arrow",
    contentType: "application/octet-stream",
    expects: "arrow",
    bytes: text("ARROW1\0\0", noise, "ARROW1"),
    hasEnd: true,
  },
  {
    name: "Arrow stream",
    contentType: "application/octet-stream",
    expects: "arrow",
    bytes: text(mark, noise, mark, Buffer.alloc(4)),
    // Its writer may leave the mark out.
    hasEnd: false,
  },
  { name: "CSV", contentType: "text/csv", expects: "bytes", bytes: noise, hasEnd: false },
  { name: "Tableau", contentType: "application/octet-stream", expects: "bytes", bytes: noise, hasEnd: false },
  { name: "BinaryStach", contentType: "application/x-protobuf", expects: "bytes", bytes: noise, hasEnd: false },
];
