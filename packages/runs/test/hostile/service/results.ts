import type { Kind } from "./kinds.ts";

/** The bytes that a job makes for a unit. They differ for each parameter file, each unit and each computation. */
export function makeResult(kind: Kind, marker: string, unitId: string, computation: number): Buffer {
  const name = `${marker} ${unitId} ${computation}`;
  if (kind.contentType === "application/pdf") return Buffer.from(pdf(name), "latin1");
  const tables = { table_0: table(name) };
  if (kind.id === "optimization") return json({ data: { optimal: { tables }, trades: { tables } } });
  return json({ data: { tables } });
}

/** The document that describes a quant result. */
export function makeInfo(marker: string, unitId: string): Buffer {
  return json({ data: { description: `${marker} ${unitId}`, columns: 2 } });
}

function table(name: string) {
  const rows = [name, "ALDR", "BRKN"].map((security, index) => ({ values: { col_0: security, col_1: 10.5 * index } }));
  const columns = [
    { id: "col_0", name: "name", description: "Name", type: "string", isDimension: true },
    { id: "col_1", name: "weight", description: "Ending Weight", type: "real" },
  ];
  const tableMetadata = {
    "Absolute Start Date": { value: ["20240531"] },
    "Absolute End Date": { value: ["20240628"] },
  };
  return { definition: { columns }, data: { rows, tableMetadata } };
}

function pdf(name: string): string {
  const objects = `1 0 obj\n<< /Type /Catalog >>\nendobj\n% ${name}\n`;
  const xref = "xref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 1 /Root 1 0 R >>\n";
  return `%PDF-1.7\n%\xe2\xe3\xcf\xd3\n${objects}${xref}startxref\n${14 + objects.length}\n%%EOF\n`;
}

function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}
