import { beforeAll, expect, it } from "vitest";
import { holdForSignatures, oauthConfig } from "../../../test/support/service/credentials.ts";
import { runningStatus } from "../../../test/support/service/scripted-server.ts";
import { sleep } from "../../clock.ts";
import { createVirtualClock, type VirtualClock } from "../../testing/index.ts";
import { createServiceClient } from "../client/client.ts";
import { wasNotSent } from "../errors/connection-fault.ts";
import { AnswerTooLargeError } from "../errors/errors.ts";
import { oauthCredentials } from "./oauth.ts";

const origin = "https://api.example";
let clock: VirtualClock;
beforeAll(() => holdForSignatures(() => clock));

/** A client whose token service gives these answers, then tokens. */
function clientWith(...answers: Response[]) {
  clock = createVirtualClock({ start: 0 });
  /** When a token was asked for, seconds. */
  const asked: number[] = [];
  const sent: (string | null)[] = [];
  async function fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith("/.well-known"))
      return Response.json({ issuer: origin, token_endpoint: `${origin}/token` });
    if (pathname !== "/token") {
      sent.push(request.headers.get("authorization"));
      return Response.json(runningStatus, { status: 202 });
    }
    asked.push(clock.now() / 1000);
    const token = { access_token: `token-${asked.length}`, token_type: "Bearer", expires_in: 900 };
    return answers.shift() ?? Response.json(token);
  }
  const auth = oauthCredentials(oauthConfig(origin), { fetch, clock });
  return { client: createServiceClient({ baseUrl: origin, auth, clock, fetch, random: () => 0.5 }), asked, sent };
}

it.each([
  ["half an answer", () => new Response('{"access_token": "tok')],
  ["an answer that breaks off", () => new Response(new ReadableStream({ pull: (to) => to.error(new Error("reset")) }))],
  ["a page of a proxy", () => new Response("<html>")],
])("%s says nothing about the credentials, so the token is requested again", async (_, answer) => {
  const { client, sent } = clientWith(answer());
  expect((await clock.run(() => client.pa.calculations.status("1"))).status).toBe(202);
  expect(sent).toEqual(["Bearer token-2"]);
});

it("all who need a token wait as long as the token service asks", async () => {
  const { client, asked } = clientWith(new Response(null, { status: 429, headers: { "retry-after": "40" } }));
  const statuses = await clock.run(async () => {
    const first = client.pa.calculations.status("1");
    await sleep(clock, 10_000);
    return Promise.all([first, client.pa.calculations.status("2")]);
  });
  expect(statuses.map(({ status }) => status)).toEqual([202, 202]);
  expect(asked).toEqual([0, 40]);
});

it.each([
  [
    "a token",
    (body: string) => clientWith(new Response(body)),
    "/token answered with more, and the limit for an OAuth token is 65536",
  ],
  [
    "a refusal",
    (body: string) => clientWith(new Response(body, { status: 400 })),
    "the limit for an OAuth token is 65536",
  ],
])("%s is not read beyond its limit, and the request is not sent", async (_, connect, message) => {
  const { client, sent } = connect(`{"access_token":"${"a".repeat(100_000)}"}`);
  const error = await client.pa.calculations.createOrUpdate("1", { data: {} }).catch((reason) => reason);
  expect(error).toBeInstanceOf(AnswerTooLargeError);
  expect(error.message).toContain(message);
  expect([wasNotSent(error), sent]).toEqual([true, []]);
});

it("a discovery document is not read beyond its limit", async () => {
  clock = createVirtualClock({ start: 0 });
  const fetch = async () => new Response(`{"issuer":"${"a".repeat(300_000)}"}`);
  const auth = oauthCredentials(oauthConfig(origin), { fetch, clock });
  await expect(auth.authorization()).rejects.toMatchObject({ name: "AnswerTooLargeError", limitBytes: 262_144 });
});

it("an absurdly long wait ends after an hour", async () => {
  const { client, asked } = clientWith(new Response(null, { status: 429, headers: { "retry-after": "999999999" } }));
  await clock.run(async () => {
    await expect(client.pa.calculations.status("1")).rejects.toMatchObject({ code: "rate-limit" });
    await sleep(clock, 3_600_000);
    expect((await client.pa.calculations.status("1")).status).toBe(202);
  });
  expect(asked).toEqual([0, 3600]);
});
