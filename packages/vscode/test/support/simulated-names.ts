import { basicAuth, createClient } from "@analytics-engines/core";
import { createVirtualClock } from "@analytics-engines/core/testing";
import { createServiceNames } from "@analytics-engines/runs/lookup";
import { createSimulator, defaultUser, type SimulatorOptions } from "@analytics-engines/simulator";

/** The names of a simulated service, on virtual time. */
export function simulatedNames(options: SimulatorOptions = {}) {
  const clock = createVirtualClock();
  const simulator = createSimulator({ ...options, clock });
  const client = createClient({
    baseUrl: "https://api.example.test",
    auth: basicAuth(defaultUser.username, defaultUser.password ?? ""),
    fetch: simulator.fetch,
    clock,
  });
  const names = createServiceNames(async () => client, { clock, onAnswer: () => undefined });
  return { clock, simulator, client, names };
}

/** A text without the `|` that marks the cursor, and the offset of that mark. */
export function cursor(marked: string): { readonly text: string; readonly offset: number } {
  return { text: marked.replace("|", ""), offset: marked.indexOf("|") };
}
