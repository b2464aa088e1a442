// Runs the simulator. Prints its address, then for each line of input the processor time it has used, in milliseconds.
import { createSimulator } from "@analytics-engines/simulator";

const simulator = createSimulator({ seed: 1, rateLimit: { limit: 1_000_000, windowSeconds: 60 } });
const { url } = await simulator.listen({ port: 0 });
console.log(url);
process.stdin.on("data", () => {
  const { user, system } = process.cpuUsage();
  console.log((user + system) / 1000);
});
process.stdin.once("end", () => process.exit(0));
