import * as fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod";
import { sampleSize } from "../../../test/support/sample.ts";
import { at, type Place, placesOf, replaced } from "../../../test/support/schemas/schema-documents.ts";
import { perform } from "../../../test/support/service/perform.ts";
import { scriptedServer, sendJson } from "../../../test/support/service/scripted-server.ts";
import type { Answer } from "../answer.ts";
import { bearerToken } from "../auth/auth.ts";
import { type Endpoint, endpoints } from "../endpoints/routes.ts";
import { MalformedAnswerError } from "../errors/errors.ts";
import { type ResponseModels, responseModels } from "../models/index.ts";
import { createServiceClient } from "./client.ts";

// Answers with something else below `data` than the model says.

type Model = keyof ResponseModels;

/** The answers with a model, of each operation. */
const answered = endpoints.flatMap((endpoint) =>
  Object.entries(endpoint.answers).flatMap(([status, kind]) =>
    kind === "result" || kind === "none"
      ? []
      : [{ operation: endpoint.operation, endpoint, status: Number(status), model: kind }],
  ),
);

/** The operations whose answer may be a result. */
const bytes = endpoints.filter(({ answers }) => Object.values(answers).includes("result"));

async function read(endpoint: Endpoint, status: number, body: unknown): Promise<unknown> {
  const client = createServiceClient({
    baseUrl: "https://api.vendor.example",
    auth: bearerToken("token-0123456789"),
    fetch: async () => Response.json(body, { status }),
  });
  return dataOf(await perform(endpoint, client));
}

const dataOf = (answer: unknown) => (answer as Answer).data;

/** Texts, numbers, lists, and objects with names that no model has. */
const anything = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.boolean(),
  fc.array(fc.oneof(fc.string(), fc.integer()), { maxLength: 3 }),
  fc.dictionary(
    fc.nat().map((n) => `x${n}`),
    fc.oneof(fc.string(), fc.integer(), fc.constant([{ x1: null }])),
    { maxKeys: 3 },
  ),
);

test("every operation answers a model, a result or nothing", () => {
  const nothing = endpoints.filter(({ answers }) => Object.values(answers).every((kind) => kind === "none"));
  const tested = [...answered, ...bytes, ...nothing].map(({ operation }) => operation);
  expect(new Set(tested).size).toBe(131);
});

test.each(answered)("$operation, $status: what differs below data is returned as received", async (row) => {
  const { endpoint, status, model } = row;
  const whole = exampleOf(responseModels[model]);
  if (!isStatus(model)) expect(await read(endpoint, status, whole)).toEqual(whole);
  const places = placesOf(whole).filter((place) => !isOutline(model, place));
  if (places.length === 0) return;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...places), fc.option(anything), fc.boolean(), async (place, value, isExtra) => {
      const changed = isExtra ? [...place.slice(0, -1), "x-added"] : place;
      if (Array.isArray(at(whole, changed.slice(0, -1))) && isExtra) return;
      const data = await read(endpoint, status, replaced(whole, changed, value));
      if (isStatus(model)) return;
      // A list leaves null out, and a map reads a null entry as an empty one.
      if (value !== null) expect(data).toEqual(replaced(whole, changed, value));
    }),
    { numRuns: sampleSize(60) },
  );
});

test.each(answered)("$operation, $status: what is missing below data is not an error", async (row) => {
  const { endpoint, status, model } = row;
  const whole = exampleOf(responseModels[model]);
  for (const place of placesOf(whole)) {
    if (place.length === 0 || place.join() === "data") continue;
    await read(endpoint, status, replaced(whole, place, undefined));
  }
});

test.each(answered)("$operation, $status: another outline is an error that names the model", async (row) => {
  const { endpoint, status, model } = row;
  const others: unknown[] = ["text", 5, null, [1]];
  if (model.endsWith("Root") && !model.includes("Parameters")) others.push({}, { errors: [] });
  for (const body of others) {
    const error = await read(endpoint, status, body).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(MalformedAnswerError);
    expect(String(error)).toContain(`the ${model} does not fit`);
  }
});

test.each(bytes)("$operation: a result is bytes, whatever they say", async (endpoint) => {
  await using server = await scriptedServer((_, response) => sendJson(response, 201, [{ data: 5 }]));
  const client = createServiceClient({ baseUrl: server.url, auth: bearerToken("token-0123456789") });
  const { data } = (await perform(endpoint, client)) as Answer<number, { text(): Promise<string> }>;
  expect(await data.text()).toBe('[{"data":5}]');
});

test("over a socket: a list of columns that is a list of texts, and parameters with a text in place of an object", async () => {
  const columns = { data: ["Weight", 5, { name: "Return" }], meta: "none" };
  const parameters = {
    data: { strategy: { id: "S", overrides: { objective: "Minimize risk", tax: "Long" } }, account: "A" },
  };
  await using server = await scriptedServer(({ url }, response) =>
    sendJson(response, 200, url.includes("columns") ? columns : parameters),
  );
  const client = createServiceClient({ baseUrl: server.url, auth: bearerToken("token-0123456789") });
  expect((await client.pa.columns.list()).data).toEqual(columns);
  expect((await client.fpo.optimizations.parameters("1")).data).toEqual(parameters);
});

/** The properties that decide the state of a job: the client reads a text or a number from any value. */
function isStatus(model: Model): boolean {
  return /Status(Root)?$/.test(model) || model === "CalculationInfoRoot";
}

/** The document, its `data`, and the objects that contain the units of a status. */
function isOutline(model: Model, place: Place): boolean {
  if (place.length === 0) return true;
  if (model === "CalculationStatusRoot")
    return place[0] === "data" && (place.length === 1 || (place[1] === "units" && place.length < 4));
  return false;
}

/** A document with everything that a model has. */
function exampleOf(schema: z.core.$ZodType, depth = 0): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodCatch)
    return exampleOf(schema.def.innerType, depth);
  if (schema instanceof z.ZodPipe)
    return exampleOf(schema.def.in instanceof z.ZodTransform ? schema.def.out : schema.def.in, depth);
  if (schema instanceof z.ZodLazy) return depth > 6 ? undefined : exampleOf(schema.def.getter(), depth);
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(
      Object.entries(schema.shape).flatMap(([name, property]) => {
        const value = exampleOf(property, depth + 1);
        return value === undefined ? [] : [[name, value]];
      }),
    );
  if (schema instanceof z.ZodRecord) return { one: exampleOf(schema.def.valueType, depth + 1) };
  if (schema instanceof z.ZodArray)
    return [exampleOf(schema.def.element, depth + 1)].filter((item) => item !== undefined);
  if (schema instanceof z.ZodNumber) return 5;
  if (schema instanceof z.ZodBoolean) return true;
  return "text";
}
