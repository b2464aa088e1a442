/** Whether the long suites run at full length, as `npm run test:full` has it. */
export const isFull = process.env["FULL"] === "1";
