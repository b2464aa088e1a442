// Microseconds of processor time a status read through bare ky, fetch and the client, in short rounds in turn. Arguments: URL, in flight, reads a round.
import { bearerToken, createClient } from "@analytics-engines/core";
import ky from "ky";
import { low } from "../measure.ts";

const [url = "", inFlightText = "1", readsText = "1000"] = process.argv.slice(2);
const inFlight = Number(inFlightText);
const reads = Number(readsText);
const id = "0".repeat(32);
const address = `${url}/analytics/engines/pa/v3/calculations/${id}/status`;
const headers = { authorization: "Bearer t" };

const client = createClient({ baseUrl: url, auth: bearerToken("t") });
const ways = {
  ky: () => ky.get(address, { headers }).json(),
  fetch: async () => (await fetch(address, { headers })).json(),
  client: () => client.pa.calculations.status(id),
};

const times: Record<keyof typeof ways, number[]> = { ky: [], fetch: [], client: [] };
const names = ["ky", "client", "fetch"] as const;
for (let round = 0; round < 34; round += 1) {
  // Forwards and backwards, so that none always follows the same other one.
  for (const name of round % 2 === 0 ? names : names.toReversed()) {
    const before = process.cpuUsage();
    await Promise.all(Array.from({ length: inFlight }, () => readMany(ways[name], reads / inFlight)));
    const { user, system } = process.cpuUsage(before);
    // The first rounds warm up the compiler and the connections.
    if (round > 9) times[name].push((user + system) / reads);
  }
}
console.log(JSON.stringify(Object.fromEntries(Object.entries(times).map(([name, list]) => [name, low(list)]))));
process.exit(0);

async function readMany(read: () => Promise<unknown>, count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) await read();
}
