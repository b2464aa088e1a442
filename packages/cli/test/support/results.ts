/** A result in SimplifiedRow form, as the service gives it: groups, a format, a hidden column, a null and a struct. */
export const contribution = {
  data: {
    version: "2.0",
    tables: {
      contribution: {
        definition: {
          columns: [
            { id: "sector", name: "sector", description: "Economic Sector", type: "string", isDimension: true },
            {
              id: "weight",
              name: "weight",
              description: "Portfolio | Weight",
              type: "real",
              format: { format: "{0:0.00;-0.00;--}", halign: "RIGHT", nullFormat: "--" },
            },
            { id: "note", name: "note", description: "Note", type: "string" },
            { id: "key", name: "key", description: "Key", type: "int32", isHidden: true },
          ],
        },
        data: {
          rows: [
            row("Total", 100, "=SUM(A1)", 1),
            row("Energy, Oil", 60.123456789, 'say "x"', 2),
            row("Häuser\u001b[31m", null, null, 3),
          ],
          tableMetadata: {
            "Absolute Start Date": { value: ["20240131"] },
            "Absolute End Date": { value: ["20240229"] },
            "Currency ISO Code": { value: ["EUR"] },
          },
        },
      },
    },
  },
};

function row(sector: string, weight: number | null, note: string | null, key: number) {
  return { values: { sector, weight, note, key } };
}

/** A result with a table for each list of numbers. */
export function numbers(...tables: readonly (readonly number[])[]): unknown {
  const held = tables.map((values, index) => [
    `table ${index + 1}`,
    {
      definition: { columns: [{ id: "n", name: "n", description: "Number", type: "real" }] },
      data: { rows: values.map((n) => ({ values: { n } })) },
    },
  ]);
  return { data: { version: "2.0", tables: Object.fromEntries(held) } };
}
