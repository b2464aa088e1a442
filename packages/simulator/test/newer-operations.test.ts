import { basicAuth, createClient, ServiceError } from "@analytics-engines/core";
import { expect, it } from "vitest";
import { knownGood } from "../src/index.ts";
import { service } from "./support/service.ts";

const good = knownGood();

/** A client of a simulator on virtual time. */
function connected() {
  const { run, later, simulator } = service();
  const client = createClient({
    baseUrl: "http://localhost",
    auth: basicAuth("DEMO-1", "demo"),
    fetch: (request) => simulator.fetch(request),
  });
  return { run, later, client };
}

it("lists the calendars of pa", async () => {
  const { run, client } = connected();
  await run(async () => {
    const { data } = await client.pa.calendars.list();
    expect(data.data).toEqual({ FIVEDAY: { name: "Five Day" }, SEVENDAY: { name: "Seven Day" } });
  });
});

it("lists commentary configurations by directory, and refuses a directory that is not there", async () => {
  const { run, client } = connected();
  await run(async () => {
    const { data } = await client.pa.commentaryConfigurations.list({ path: "Client:" });
    expect(Object.values(data.data).map(({ name }) => name)).toEqual([
      "monthly_review.pa_commentary_config",
      "headline.pa_commentary_config",
    ]);
    const refused = client.pa.commentaryConfigurations.list({ path: "Nowhere:" });
    await expect(refused).rejects.toMatchObject({ status: 400, errors: [{ source: { parameter: "path" } }] });
  });
});

it("lists peer universes by category, and asks for a directory where the category needs one", async () => {
  const { run, client } = connected();
  await run(async () => {
    const { data } = await client.spar.peerUniverses.list({ category: "US Funds", name: "large" });
    expect(data.data.peerUniverseList?.map(({ universeid }) => universeid)).toEqual([
      "US_LARGE_GROWTH",
      "US_LARGE_VALUE",
    ]);
    const screens = (directory?: string) => client.spar.peerUniverses.list({ category: "Screens", directory });
    await expect(screens()).rejects.toMatchObject({ status: 400 });
    expect((await screens("CLIENT:/SCREENS")).data.data.peerUniverseList).toHaveLength(1);
    await expect(client.spar.peerUniverses.list({ category: "Nothing" })).rejects.toMatchObject({ status: 404 });
  });
});

it("generates a commentary of an attribution, also after its result was read", async () => {
  const { run, later, client } = connected();
  await run(async () => {
    const { calculations, commentaries, commentaryConfigurations } = client.pa;
    await calculations.createOrUpdate("job", { data: { one: { componentid: good.components.pa.attribution } } });
    await expect(commentaries.create("job", "one")).rejects.toBeInstanceOf(ServiceError);
    await later(200);
    await (await calculations.result("job", "one")).data.bytes();

    const created = await commentaries.create("job", "one");
    expect(created).toMatchObject({ status: 202, data: { data: { unitid: "one", status: "Executing" } } });
    expect(created.meta.location).toMatch(/\/units\/one\/commentary\/status$/);
    expect(await commentaries.status("job", "one")).toMatchObject({ status: 202, meta: { progress: 0 } });
    await expect(commentaries.result("job", "one")).rejects.toMatchObject({ status: 400 });
    await later(3);
    expect(await commentaries.status("job", "one")).toMatchObject({
      status: 200,
      data: { data: { status: "Success" } },
    });
    const { data } = (await commentaries.result("job", "one")).data;
    expect(data.sections?.[0]).toMatchObject({
      title: "Executive Summary",
      metadata: { frequency: "FREQUENCY_SINGLE" },
    });
    expect(data.sections?.[0]?.subSections?.length).toBeGreaterThan(3);

    const [, headline = ""] = Object.keys((await commentaryConfigurations.list({ path: "Client:" })).data.data);
    await commentaries.create("job", "one", { data: { configurationid: headline } });
    await later(3);
    expect((await commentaries.result("job", "one")).data.data.sections?.[0]?.subSections).toEqual([]);
  });
});

it("refuses a commentary of what is no attribution, and of an unknown configuration", async () => {
  const { run, later, client } = connected();
  await run(async () => {
    const unit = (componentid: string) => ({ componentid });
    const units = { weights: unit(good.components.pa.weights), effects: unit(good.components.pa.attribution) };
    await client.pa.calculations.createOrUpdate("job", { data: units });
    await later(200);
    await expect(client.pa.commentaries.create("job", "weights")).rejects.toThrow("attribution component");
    const unknown = client.pa.commentaries.create("job", "effects", { data: { configurationid: "none" } });
    await expect(unknown).rejects.toThrow("configuration identifier");
  });
});

it.each<[title: string, request: { readonly body?: string; readonly type?: string }, status: number]>([
  ["no body and no type", {}, 202],
  ["no body", { type: "application/json" }, 202],
  ["an empty object", { body: "{}", type: "application/json" }, 202],
  ["no data", { body: '{"data":null}', type: "application/json" }, 202],
  ["no configuration", { body: '{"data":{"configurationid":null}}', type: "application/json" }, 202],
  ["a text", { body: '""', type: "application/json" }, 400],
  ["null", { body: "null", type: "application/json" }, 400],
  ["a list", { body: "[]", type: "application/json" }, 400],
  ["data as a text", { body: '{"data":"x"}', type: "application/json" }, 400],
  ["a configuration as a number", { body: '{"data":{"configurationid":5}}', type: "application/json" }, 400],
  ["broken JSON", { body: "{", type: "application/json" }, 400],
  ["a body without a type", { body: "{}", type: "" }, 415],
  ["no body of another type", { type: "text/plain" }, 415],
])("answers a commentary with %s", async (_, { body, type }, status) => {
  const { run, later, simulator } = service();
  await run(async () => {
    const send = (path: string, method: string, sent?: string, contentType?: string) => {
      const headers: Record<string, string> = { authorization: `Basic ${btoa("DEMO-1:demo")}` };
      if (contentType) headers["content-type"] = contentType;
      const bytes = sent === undefined ? null : new TextEncoder().encode(sent);
      return simulator.fetch(new Request(`http://localhost${path}`, { method, headers, body: bytes }));
    };
    const job = "/analytics/engines/pa/v3/calculations/job";
    const unit = { componentid: good.components.pa.attribution };
    await send(job, "PUT", JSON.stringify({ data: { one: unit } }), "application/json");
    await later(200);
    expect((await send(`${job}/units/one/commentary`, "POST", body, type)).status).toBe(status);
    if (status !== 202) return;
    await later(3);
    const result = await send(`${job}/units/one/commentary/result`, "GET");
    expect(await result.json()).toMatchObject({ data: { sections: [{ title: "Executive Summary" }] } });
  });
});

it("refuses a commentary on an unknown job or unit as invalid, since its document declares no 404", async () => {
  const { run, client } = connected();
  await run(async () => {
    await expect(client.pa.commentaries.create("nobody", "one")).rejects.toMatchObject({ status: 400 });
    await expect(client.pa.commentaries.status("nobody", "one")).rejects.toMatchObject({ status: 400 });
    await client.pa.calculations.createOrUpdate("job", {
      data: { one: { componentid: good.components.pa.attribution } },
    });
    await expect(client.pa.commentaries.result("job", "two")).rejects.toMatchObject({ status: 400 });
  });
});
