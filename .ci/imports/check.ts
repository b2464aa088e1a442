// Part of `npm run check`: the directions of imports.
import { root } from "../steps.ts";
import { findViolations } from "./violations.ts";

const { violations, modules } = await findViolations(root, ["packages", ".ci"]);
for (const text of violations) console.log(text);
console.log(`${violations.length} imports break a rule, in ${modules} modules`);
process.exit(violations.length === 0 ? 0 : 1);
