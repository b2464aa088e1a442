import { once } from "node:events";
import { createServer } from "node:http";
import { onTestFinished } from "vitest";
import * as z from "zod";

const attributes = z.array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) }));
const traces = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({ name: z.string(), spanId: z.string(), parentSpanId: z.string().optional(), attributes }),
          ),
        }),
      ),
    }),
  ),
});

/** Starts a receiver of OpenTelemetry's protocol, as a collector or a trace viewer has it. It ends with the test. */
export async function startReceiver() {
  const bodies = new Map<string, string[]>();
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const piece of request.setEncoding("utf8")) body += piece;
    bodies.set(request.url ?? "", [...(bodies.get(request.url ?? "") ?? []), body]);
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { port } = z.object({ port: z.number() }).parse(server.address());
  const read = (at: string) => (bodies.get(at) ?? []).map((body): unknown => JSON.parse(body));
  const resources = () => read("/v1/traces").flatMap((body) => traces.parse(body).resourceSpans);
  return {
    url: `http://127.0.0.1:${port}`,
    /** Each span with those above it, by their names: `run > job`. */
    paths(): string[] {
      const spans = resources().flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
      const byId = new Map(spans.map((span) => [span.spanId, span]));
      const pathOf = (span: (typeof spans)[number]): string => {
        const parent = byId.get(span.parentSpanId ?? "");
        return parent === undefined ? span.name : `${pathOf(parent)} > ${span.name}`;
      };
      return spans.map(pathOf);
    },
    text: () => [...bodies.values()].flat().join("\n"),
    resources,
  };
}
