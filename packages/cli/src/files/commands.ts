// The commands for files. They share all but 2 % of their code.

export { configCommand } from "./config.ts";
export { expandCommand } from "./expand.ts";
export { initCommand } from "./init.ts";
export { listCommand } from "./list.ts";
export { validateCommand } from "./validate.ts";
