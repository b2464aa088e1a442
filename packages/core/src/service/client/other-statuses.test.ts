import { describe, expect, test } from "vitest";
import { scriptedServer } from "../../../test/support/service/scripted-server.ts";
import { mayHaveActed } from "../../jobs/policy.ts";
import { bearerToken } from "../auth/auth.ts";
import { UnexpectedStatusError } from "../errors/errors.ts";
import { createServiceClient } from "./client.ts";

const document = '{"data":{"rows":[1,2,3]}}';
const body = { data: {} };
const fiBody = { data: { securities: [], calculations: [], jobSettings: { asOfDate: "20260930" } } };
const optimizerBody = { data: { strategy: { id: "Client:Strategy" }, outputTypes: {} } };
const bareBody = { account: { id: "Client:Account.ACCT" }, dates: { startdate: "-1M", enddate: "0" } };

/** A client whose every request is answered with a status, and with the document if the status allows one. */
async function answering(status: number, text = document) {
  const server = await scriptedServer((_, response) => {
    response.writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(text) });
    response.end(text);
  });
  const client = createServiceClient({ baseUrl: server.url, auth: bearerToken("token-0123456789"), random: () => 0 });
  return { server, client, [Symbol.asyncDispose]: server.close };
}

describe("a read that gives its bytes once", () => {
  test.each([200, 201, 202, 203, 206, 207, 226])("keeps them under %i", async (status) => {
    await using world = await answering(status);
    const { client } = world;
    for (const read of [
      () => client.pa.calculations.result("1", "2"),
      () => client.quant.calculations.info("1", "2"),
      () => client.fi.calculations.result("1"),
      () => client.axp.optimizations.result("1"),
    ]) {
      const { status: given, data } = await read();
      expect([given, await data.text()]).toEqual([status, document]);
    }
    expect(world.server.requests).toHaveLength(4);
  });

  test.each([204, 205])("returns an empty result under %i", async (status) => {
    await using world = await answering(status, "");
    const { status: given, data } = await world.client.pa.calculations.result("1", "2");
    expect([given, await data.text()]).toEqual([status, ""]);
  });

  test("treats an unknown success status as 200", async () => {
    await using world = await answering(299);
    const { status, data } = await world.client.pa.calculations.result("1", "2");
    expect([status, await data.text()]).toEqual([200, document]);
  });
});

describe("the status of a job without units", () => {
  test.each([200, 201, 203, 206])("is its result under %i", async (status) => {
    await using world = await answering(status);
    for (const { status: read } of [world.client.fi.calculations, world.client.npo.optimizations]) {
      const answer = await read("1");
      if (answer.status === 202) throw new Error("it does not run");
      expect([answer.status, await answer.data.text()]).toEqual([status, document]);
    }
  });

  test("is an empty result under 204", async () => {
    await using world = await answering(204, "");
    const answer = await world.client.fi.calculations.status("1");
    if (answer.status === 202) throw new Error("it does not run");
    expect([answer.status, await answer.data.text()]).toEqual([204, ""]);
  });
});

describe("a create", () => {
  test.each([201, 203, 206])("returns what may be its one result under %i", async (status) => {
    await using world = await answering(status);
    const answers = [
      await world.client.pa.calculations.createOrUpdate("1", body),
      await world.client.quant.calculations.create(body),
      await world.client.fi.calculations.createOrUpdate("1", fiBody),
    ];
    for (const answer of answers) {
      if (answer.status === 200 || answer.status === 202) throw new Error("no bytes");
      expect([answer.status, await answer.data.text()]).toEqual([status, document]);
    }
  });

  test("of one unit may have its result under 200, if the body says nothing else", async () => {
    await using world = await answering(200);
    const answer = await world.client.axp.optimizations.createOrUpdate("1", optimizerBody);
    if (answer.status === 202) throw new Error("no bytes");
    expect([answer.status, await answer.data.text()]).toEqual([200, document]);
  });

  test.each([204, 205, 207])("under %i leaves open whether the service acted", async (status) => {
    await using world = await answering(status, status < 207 ? "" : document);
    const error = await world.client.pa.calculations.createOrUpdate("1", body).catch((reason) => reason);
    expect(error).toBeInstanceOf(UnexpectedStatusError);
    expect(mayHaveActed(error)).toBe(true);
  });

  test("is sent once with its length, also if the answer is 421", async () => {
    await using world = await answering(421);
    const { client, server } = world;
    const creates = [
      () => client.pa.calculations.createOrUpdate("1", body),
      () => client.fi.calculations.create(fiBody),
      () => client.fiab.calculations.create(bareBody),
    ];
    for (const create of creates) await expect(create()).rejects.toMatchObject({ status: 421 });
    const sent = [body, fiBody, bareBody].map((each) => JSON.stringify(each));
    expect(server.requests.map((request) => request.body)).toEqual(sent);
    expect(server.requests.map(({ headers }) => headers["content-length"])).toEqual(
      sent.map(({ length }) => `${length}`),
    );
  });
});
