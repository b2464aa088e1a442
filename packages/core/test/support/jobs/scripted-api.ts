import type { FamilyId } from "../../../src/families/families.ts";
import { basicAuth, type Client, createClient } from "../../../src/index.ts";
import { familyApi } from "../../../src/jobs/protocol/by-family.ts";
import type { JobProtocol } from "../../../src/jobs/protocol/job-protocol.ts";

/** One answer of a scripted service. `body` is sent as JSON, or unchanged if it is a text. */
export interface ScriptedAnswer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A client whose service gives these answers, one a request, whatever is asked. */
export function scriptedClient(answers: readonly ScriptedAnswer[]): {
  readonly client: Client;
  readonly sent: string[];
} {
  const sent: string[] = [];
  const left = [...answers];
  const client = createClient({
    baseUrl: "https://api.example",
    auth: basicAuth("user", "password"),
    async fetch(request) {
      sent.push(`${request.method} ${new URL(request.url).pathname}`);
      const answer = left.shift();
      if (answer === undefined) throw new Error("The script is at its end.");
      const { status, body, headers } = answer;
      const text = body === undefined || typeof body === "string" ? (body ?? null) : JSON.stringify(body);
      return new Response(text, { status, headers: { "content-type": "application/json", ...headers } });
    },
  });
  return { client, sent };
}

export function scriptedApi(
  family: FamilyId,
  ...answers: readonly ScriptedAnswer[]
): JobProtocol & { readonly sent: string[] } {
  const { client, sent } = scriptedClient(answers);
  return { ...familyApi(client, family), sent };
}
