// Reads one result of a service, with a short limit for silence, and prints its length or why it failed. Argument: the base URL.
import { basicAuth, createClient } from "@analytics-engines/core";
import { nodeFetch } from "../../src/network/fetch.ts";

const [baseUrl = ""] = process.argv.slice(2);
const client = createClient({
  baseUrl,
  auth: basicAuth("DEMO-1", "key"),
  fetch: nodeFetch({}),
  attemptTimeoutSeconds: 0.5,
});
try {
  const { data } = await client.pub.calculations.result("0".repeat(32), "1");
  process.stdout.write(`${(await data.bytes()).length} bytes\n`);
} catch (error) {
  process.stdout.write(`${error}\n`);
}
