// Runs before each test file. `npm test` tries the same examples of a property each time: the same code never passes once and fails the next
// time. `npm run test:full` tries more of them, others each time.
import fc from "fast-check";

if (process.env["FULL"] !== "1") fc.configureGlobal({ seed: 20_260_101 });
