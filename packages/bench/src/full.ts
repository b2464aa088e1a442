/** Whether the long suites run at full length: `npm run test:full`. */
export const isFull = process.env["FULL"] === "1";
