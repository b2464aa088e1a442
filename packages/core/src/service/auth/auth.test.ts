import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { runningStatus, scriptedServer, sendJson } from "../../../test/support/service/scripted-server.ts";
import { createVirtualClock } from "../../testing/index.ts";
import { createServiceClient } from "../client/client.ts";
import { AuthenticationError, ConnectionError } from "../errors/errors.ts";
import { type Auth, basicAuth, bearerProvider, bearerToken, type ProvidedToken } from "./auth.ts";

describe("Basic", () => {
  test("joins user name and password in UTF-8", async () => {
    const header = await basicAuth("NAME-1", "pä:ss€").authorization();
    expect(Buffer.from(header.slice("Basic ".length), "base64").toString()).toBe("NAME-1:pä:ss€");
  });
  test.each([
    ["", "x"],
    ["x", ""],
    ["a:b", "x"],
    ["a", "b\nc"],
    ["a\r", "b"],
  ])("refuses what cannot be sent: %j %j", (user, password) =>
    expect(() => basicAuth(user, password)).toThrow(TypeError),
  );
});

test.each(["", "a b", "a\n", "hunter2secret\r\nX-Evil: 1", "ä"])(
  "a token that a header cannot hold is refused: %j",
  (token) => {
    expect(() => bearerToken(token)).toThrow(TypeError);
    expect(() => bearerToken(token)).not.toThrow(/hunter2/);
  },
);

test("nothing prints what an auth holds", () => {
  for (const auth of [basicAuth("NAME-1", "hunter2secret"), bearerToken("hunter2secret")]) {
    const shown = inspect(auth, { depth: 9, showHidden: true }) + JSON.stringify(auth) + String(auth);
    expect(shown).not.toContain("hunter2secret");
    expect(shown).not.toContain(Buffer.from("NAME-1:hunter2secret").toString("base64"));
  }
});

describe("a provider", () => {
  function provide(lifeSeconds?: number) {
    const clock = createVirtualClock();
    const calls: number[] = [];
    let fails = false;
    const getToken = async (): Promise<ProvidedToken> => {
      calls.push(clock.now());
      await new Promise<void>((resolve) => clock.setTimer(1000, resolve));
      if (fails) throw new Error("down");
      return { token: `t${calls.length}`, expiresInSeconds: lifeSeconds };
    };
    const after = (seconds: number) =>
      clock.run(() => new Promise<void>((resolve) => clock.setTimer(seconds * 1000, resolve)));
    const auth = bearerProvider(getToken, { clock });
    return { clock, calls, after, auth, break: () => (fails = true) };
  }
  const ask = ({ clock, auth }: { clock: { run<T>(work: Promise<T>): Promise<T> }; auth: Auth }) =>
    clock.run(auth.authorization());

  test("is asked once for all waiting calls, and not again while the token is valid", async () => {
    const it = provide(900);
    const headers = await it.clock.run(Promise.all([1, 2, 3].map(() => it.auth.authorization())));
    expect(headers).toEqual(["Bearer t1", "Bearer t1", "Bearer t1"]);
    await it.after(800);
    expect(await ask(it)).toBe("Bearer t1");
    expect(it.calls).toHaveLength(1);
  });

  test("is asked again a minute before the token expires", async () => {
    const it = provide(900);
    await ask(it);
    await it.after(841);
    expect(await ask(it)).toBe("Bearer t2");
  });

  test("is asked again in the last fifth of a short validity", async () => {
    const it = provide(10);
    await ask(it);
    await it.after(7.5);
    expect(await ask(it)).toBe("Bearer t1");
    await it.after(0.6);
    expect(await ask(it)).toBe("Bearer t2");
  });

  test("that fails early leaves the token that is still valid, and is not asked at every request", async () => {
    const it = provide(900);
    await ask(it);
    it.break();
    await it.after(850);
    for (let request = 0; request < 10; request++) expect(await ask(it)).toBe("Bearer t1");
    expect(it.calls).toHaveLength(2);
    await it.after(60);
    await expect(ask(it)).rejects.toThrow("down");
  });

  test("that states no validity is asked again only after the token is refused", async () => {
    const it = provide();
    const header = await ask(it);
    await it.after(1_000_000);
    expect(await ask(it)).toBe(header);
    expect(await it.auth.rejected?.(header)).toBe(true);
    expect(await ask(it)).toBe("Bearer t2");
  });

  test("keeps a newer token when an older one is refused", async () => {
    const it = provide(900);
    const old = await ask(it);
    await it.auth.rejected?.(old);
    const fresh = await ask(it);
    await it.auth.rejected?.(old);
    expect(await ask(it)).toBe(fresh);
    expect(it.calls).toHaveLength(2);
  });

  test("that states an impossible validity is not asked at every request", async () => {
    const it = provide(Number.NaN);
    await ask(it);
    await ask(it);
    expect(it.calls).toHaveLength(1);
  });
});

describe("a 401", () => {
  const provider = () => {
    let calls = 0;
    return { auth: bearerProvider(async () => `token-${++calls}`), calls: () => calls };
  };

  test("renews the token once, even for requests that are never sent again otherwise", async () => {
    await using server = await scriptedServer((request, response) =>
      request.headers.authorization === "Bearer token-1"
        ? response.writeHead(401).end()
        : sendJson(response, request.method === "GET" ? 200 : 202, runningStatus),
    );
    const { auth, calls } = provider();
    const client = createServiceClient({ baseUrl: server.url, auth });
    const result = await client.pa.calculations.result("1", "2");
    expect(result.status).toBe(200);
    await result.data.bytes();
    await client.pa.calculations.create({ data: {} });
    expect(calls()).toBe(2);
    expect(server.requests).toHaveLength(3);
  });

  test("after the renewal is an error", async () => {
    await using server = await scriptedServer((_, response) => response.writeHead(401).end());
    const client = createServiceClient({ baseUrl: server.url, auth: provider().auth });
    await expect(client.pa.calculations.status("1")).rejects.toThrow(AuthenticationError);
    expect(server.requests).toHaveLength(2);
  });

  test("of fixed credentials is an error at once", async () => {
    await using server = await scriptedServer((_, response) => response.writeHead(401).end());
    const client = createServiceClient({ baseUrl: server.url, auth: basicAuth("NAME-1", "password") });
    await expect(client.pa.calculations.status("1")).rejects.toThrow(AuthenticationError);
    expect(server.requests).toHaveLength(1);
  });
});

test("a token service that is down for a moment costs a retry, not a create", async () => {
  await using server = await scriptedServer((_, response) => response.writeHead(202).end());
  let calls = 0;
  const auth = bearerProvider(async () => {
    calls += 1;
    if (calls < 3) throw new ConnectionError("token service down");
    return "token";
  });
  const client = createServiceClient({ baseUrl: server.url, auth, random: () => 0 });
  expect((await client.pa.calculations.create({ data: {} })).status).toBe(202);
  expect(server.requests).toHaveLength(1);
});
