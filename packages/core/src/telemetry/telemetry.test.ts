import type { TracerProvider } from "@opentelemetry/api";
import * as fc from "fast-check";
import { describe, expect, expectTypeOf, it } from "vitest";
import { recordTelemetry } from "../../test/support/record-telemetry.ts";
import { partsOf, secretForms } from "../../test/support/service/secret-forms.ts";
import { createWorld, manyPa, ORIGIN, requests } from "../../test/support/world.ts";
import { basicAuth, createClient } from "../index.ts";
import { noTelemetry, type Registry } from "./telemetry.ts";

describe("an application that has registered OpenTelemetry", () => {
  it("sees the requests of a job below the job", async () => {
    using recording = recordTelemetry();
    const world = createWorld();
    const [outcome] = await world.run([requests.pa()]);
    const calculation = "/analytics/engines/pa/v3/calculations/{id}";
    expect(new Set(recording.paths())).toEqual(
      new Set([
        "job",
        `job > PUT ${calculation}`,
        `job > GET ${calculation}/status`,
        `job > GET ${calculation}/units/{unitId}/result`,
      ]),
    );
    const attributesOf = (name: string) => recording.spans.find((span) => span.name === name)?.attributes;
    expect(attributesOf("job")).toMatchObject({
      "analytics_engines.job.key": "weights.pa.json",
      "analytics_engines.family": "pa",
      "analytics_engines.job.id": outcome?.jobId,
      "analytics_engines.request.key": outcome?.requestKeys,
      "analytics_engines.status": "success",
      "analytics_engines.units": 1,
    });
    expect(attributesOf(`PUT ${calculation}`)).toMatchObject({
      "http.request.method": "PUT",
      "http.response.status_code": 202,
      "server.address": "api.example",
      "server.port": 443,
      "url.template": calculation,
      "analytics_engines.request.key": expect.any(String),
    });
  });

  it("sees which attempt of a request failed", async () => {
    using recording = recordTelemetry();
    const world = createWorld({ faults: ["status#1=503"] });
    await world.run(manyPa(4));
    const failures = recording.spans.filter(({ attributes }) => attributes["http.response.status_code"] === 503);
    expect(failures.map(({ attributes }) => attributes["error.type"])).toEqual(["service-unavailable"]);
    expect(recording.spans.some(({ attributes }) => attributes["http.request.resend_count"] === 1)).toBe(true);
  });

  it("registers a provider of the types that are declared here without its package", () => {
    expectTypeOf<{ trace: TracerProvider }>().toExtend<Registry>();
  });

  it("sees nothing of a client that is not to report", async () => {
    using recording = recordTelemetry();
    const world = createWorld({ client: { telemetry: false } });
    await world.run([requests.pa()]);
    expect(recording.spans).toEqual([]);
  });
});

describe("without OpenTelemetry", () => {
  it("the same requests are sent as with it", async () => {
    const traffic = async () => {
      const world = createWorld();
      await world.run(manyPa(3));
      // How often a status is read depends on the time, and the code that reports is loaded meanwhile.
      return world
        .traffic()
        .filter((request) => !request.includes("status"))
        .sort();
    };
    const plain = await traffic();
    using _recording = recordTelemetry();
    expect(await traffic()).toEqual(plain);
  });

  it("a span is its work alone", async () => {
    const work = Promise.resolve(1);
    expect(noTelemetry.span("job", {}, () => work)).toBe(work);
    expect(createWorld().client.telemetry.span("job", {}, () => work)).toBe(work);
  });
});

describe("spans", () => {
  const word = fc
    .string({ unit: fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz0123456789"), minLength: 14, maxLength: 24 })
    .filter((text) => new Set(text).size >= 8);

  it("contain no value of a parameter and no credential, in whatever form the service repeats them", () =>
    fc.assert(
      fc.asyncProperty(
        word,
        word,
        fc.constantFrom(...secretForms),
        fc.constantFrom("PUT", "GET", "none"),
        fc.constantFrom(400, 404, 429, 500),
        async (value, password, { write }, refused, status) => {
          using recording = recordTelemetry();
          const world = createWorld({ users: [{ username: "DEMO-1", password }] });
          const secret = write(password);
          const errors = [{ id: "1", code: value, title: `${value} ${secret}`, detail: `${value} ${secret}` }];
          const client = createClient({
            baseUrl: ORIGIN,
            auth: basicAuth("DEMO-1", password),
            clock: world.clock,
            random: () => 0.5,
            async fetch(request) {
              const isRefused = request.method === refused;
              const answer = isRefused ? Response.json({ errors }, { status }) : await world.simulator.fetch(request);
              answer.headers.set("x-vendor-request-key", secret.replace(/[^\x20-\x7e]/g, ""));
              return answer;
            },
          });
          await world.run([requests.pa("a.pa.json", `Client:/${value}.ACCT`)], { client, runDeadlineSeconds: 120 });
          await world.clock.run(() => client.lookups.accounts.list(`Client:/${value}`).catch(() => undefined));
          const text = JSON.stringify(
            recording.spans.map((span) => [span.name, span.attributes, span.events, span.status]),
          );
          expect(text).toContain("a.pa.json");
          expect(text).not.toContain(value);
          // The form of quite another text has the same parts around it.
          const around = write("Z".repeat(password.length)) + write("7".repeat(password.length));
          const parts = partsOf(secret).filter((part) => !around.includes(part));
          expect(parts.filter((part) => text.includes(part))).toEqual([]);
        },
      ),
      { numRuns: 60 },
    ));
});
