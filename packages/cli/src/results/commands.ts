// The commands that read results. They share all but 4 % of their code.

export { checkCommand } from "./check.ts";
export { compareCommand } from "./compare.ts";
export { tablesCommand, watchTables } from "./tables.ts";
