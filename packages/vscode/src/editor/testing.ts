import { basicAuth, createClient } from "@analytics-engines/core";
import { createVirtualClock } from "@analytics-engines/core/testing";
import { createSimulator, defaultUser } from "@analytics-engines/simulator";
import { createServiceNames } from "../common/service-names.ts";
import { Fields } from "./fields.ts";
import type { DocumentKind } from "./kinds.ts";
import { Schemas } from "./schema.ts";
import { loadSchema } from "./schema-files.ts";

// What the tests of this room share.

const schemas = new Schemas(loadSchema);

export async function fieldsOf(kind: DocumentKind): Promise<Fields> {
  return new Fields(kind, await schemas.of(kind));
}

/** The names of a simulated service, on virtual time. */
export function simulatedNames() {
  const clock = createVirtualClock();
  const simulator = createSimulator({ clock });
  const client = createClient({
    baseUrl: "https://api.example.test",
    auth: basicAuth(defaultUser.username, defaultUser.password ?? ""),
    fetch: simulator.fetch,
    clock,
  });
  return { clock, simulator, names: createServiceNames(async () => client, { clock, onAnswer: () => undefined }) };
}

/** A text without the `|` that marks the cursor, and the offset where that stood. */
export function cursor(marked: string): { readonly text: string; readonly offset: number } {
  return { text: marked.replace("|", ""), offset: marked.indexOf("|") };
}
