// Reads one result of a service, with a short limit for silence, and pauses itself in the middle. Prints a line before the pause, and
// after it the length of the result or why it failed. Argument: the base URL.
import { writeSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import { basicAuth, createClient } from "@analytics-engines/core";
import { nodeFetch } from "../../src/network/fetch.ts";

const [baseUrl = ""] = process.argv.slice(2);
const client = createClient({
  baseUrl,
  auth: basicAuth("DEMO-1", "key"),
  fetch: nodeFetch({}),
  attemptTimeoutSeconds: 1,
});
try {
  const { data } = await client.pub.calculations.result("0".repeat(32), "1");
  const reader = data.stream.getReader();
  const first = await reader.read();
  // The limit for silence counts from here.
  const second = reader.read();
  writeSync(1, "paused\n");
  process.kill(process.pid, "SIGSTOP");
  const secondLength = (await second).value?.length ?? 0;
  reader.releaseLock();
  const rest = await buffer(data.stream);
  process.stdout.write(`${(first.value?.length ?? 0) + secondLength + rest.length} bytes\n`);
} catch (error) {
  process.stdout.write(`${error}\n`);
}
