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
