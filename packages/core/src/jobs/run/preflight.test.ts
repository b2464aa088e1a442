import { describe, expect, it } from "vitest";
import { createSimulator } from "../../../../simulator/src/index.ts";
import { oauthConfig } from "../../../test/support/service/credentials.ts";
import { ORIGIN } from "../../../test/support/world.ts";
import { basicAuth, type ClientOptions, createClient, oauthCredentials } from "../../index.ts";
import { AuthenticationError } from "../../service/errors/errors.ts";
import { createVirtualClock, type VirtualClock } from "../../testing/index.ts";
import { PreflightError } from "../errors.ts";
import type { RunEvent } from "../types.ts";
import { type PreflightOptions, preflight } from "./preflight.ts";

type Answer = () => Response | Promise<Response>;

/** Runs a preflight; the last answer is given again and again. */
async function fly(
  answers: readonly Answer[],
  {
    clock = createVirtualClock(),
    ...options
  }: Omit<PreflightOptions, "clock"> & { readonly clock?: VirtualClock } = {},
  client: Partial<ClientOptions> = {},
) {
  let asked = 0;
  const service = createClient({
    baseUrl: ORIGIN,
    auth: basicAuth("DEMO-1", "demo"),
    clock,
    random: () => 0.5,
    fetch: async () => {
      const answer = answers[Math.min(asked++, answers.length - 1)];
      if (answer === undefined) throw new Error("no answer is planned");
      return answer();
    },
    ...client,
  });
  const events: RunEvent[] = [];
  const from = clock.now();
  const error = await clock.run(() =>
    preflight(service, { clock, onEvent: (event) => void events.push(event), ...options }).then(
      () => undefined,
      (thrown: unknown) => thrown,
    ),
  );
  return { asked, error, events, seconds: (clock.now() - from) / 1000 };
}

const answers =
  (status: number, body = "", headers: Record<string, string> = {}): Answer =>
  () =>
    new Response(body, { status, headers });

const fails =
  (code: string, message = code): Answer =>
  () => {
    throw new TypeError("fetch failed", { cause: Object.assign(new Error(message), { code }) });
  };

const failsWith =
  (cause: Error): Answer =>
  () => {
    throw new TypeError("fetch failed", { cause });
  };

/** Answers nothing. */
const silent: Answer = () => new Promise(() => {});

const works = answers(200, '{"data":{}}');
const html = "<!doctype html><title>Welcome</title>";
const settings = { address: "the input base-url", credentials: "the inputs username and password" };

describe("the preflight of a run", () => {
  it("is one cheap read that is not given once", async () => {
    const clock = createVirtualClock();
    const simulator = createSimulator({ clock });
    const client = createClient({ baseUrl: ORIGIN, auth: basicAuth("DEMO-1", "demo"), clock, fetch: simulator.fetch });
    await clock.run(() => preflight(client, { clock }));
    expect(simulator.requests.map(({ method, operation, status }) => [method, operation, status])).toEqual([
      ["GET", "lookups.currencies.list", 200],
    ]);
  });

  it.each<[string, Answer, RegExp, RegExp]>([
    ["a host name that is not known", fails("ENOTFOUND"), /ENOTFOUND/, /mistyped host.*the input base-url/],
    ["a name server that does not answer", fails("EAI_AGAIN"), /EAI_AGAIN/, /mistyped host.*the input base-url/],
    ["a refused connection", fails("ECONNREFUSED"), /ECONNREFUSED/, /port.*the input base-url/],
    ["a self-signed certificate", fails("DEPTH_ZERO_SELF_SIGNED_CERT"), /SELF_SIGNED/, /NODE_EXTRA_CA_CERTS/],
    ["a certificate of another host", fails("ERR_TLS_CERT_ALTNAME_INVALID"), /ALTNAME/, /NODE_EXTRA_CA_CERTS/],
    [
      "a proxy that asks for credentials",
      fails("UND_ERR_ABORTED", "Proxy response (407) !== 200 when HTTP Tunneling"),
      /no answer/,
      /407.*HTTPS_PROXY/,
    ],
    ["refused credentials", answers(401), /answered 401/, /the inputs username and password/],
    ["a web page", answers(200, html), /not JSON/, /the input base-url/],
    ["JSON of something else", answers(200, '{"data":["nothing"]}'), /not this service's/, /the input base-url/],
    ["a 404 that is not the service's", answers(404, html), /answered 404/, /the input base-url/],
    [
      "a redirect to another origin",
      answers(302, "", { location: "https://login.example/sign-in" }),
      /another origin|login\.example/,
      /the input base-url/,
    ],
  ])("ends the run for %s in one line, within 10 s, with what to do", async (_name, answer, said, remedy) => {
    const { error, seconds } = await fly([answer], { settings });
    expect(error).toBeInstanceOf(PreflightError);
    const { message } = error instanceof Error ? error : new Error();
    expect(message).toMatch(said);
    expect(message).toMatch(remedy);
    expect(message).toContain(ORIGIN);
    expect(message).not.toContain("\n");
    expect(seconds).toBeLessThanOrEqual(10);
  });

  /** Faults before anything is sent, each with what the message says and what it names to be set. */
  const unsent: readonly [string, Answer, RegExp, RegExp][] = [
    ["a host name that is not known", fails("ENOTFOUND"), /ENOTFOUND/, /mistyped host/],
    ["a name server that does not answer", fails("EAI_AGAIN"), /EAI_AGAIN/, /mistyped host/],
    ["a refused connection", fails("ECONNREFUSED", ""), /ECONNREFUSED/, /port/],
    ["a port to which fetch sends nothing", failsWith(new Error("bad port")), /bad port/, /port/],
    ["an address that is none", fails("ERR_INVALID_URL", "Invalid URL"), /ERR_INVALID_URL/, /scheme, host and port/],
    ["a self-signed certificate", fails("DEPTH_ZERO_SELF_SIGNED_CERT"), /SELF_SIGNED/, /NODE_EXTRA_CA_CERTS/],
    ["a handshake that fails", fails("EPROTO"), /EPROTO/, /NODE_EXTRA_CA_CERTS/],
    [
      "a proxy that is not one",
      fails("ERR_INVALID_PROXY", "the variable HTTPS_PROXY is bad"),
      /HTTPS_PROXY is bad/,
      /HTTPS_PROXY/,
    ],
    [
      "a proxy that asks for credentials",
      fails("UND_ERR_ABORTED", "Proxy response (407) !== 200"),
      /credentials \(407\)/,
      /USER:PASSWORD/,
    ],
  ];

  it.each([500, 502, 503, 504])("tries a proxy that answers %i again, and ends the run within 10 s", async (status) => {
    const refused = fails("UND_ERR_ABORTED", `Proxy response (${status}) !== 200 when HTTP Tunneling`);
    const { error, seconds, asked } = await fly([refused], { settings });
    expect(error).toBeInstanceOf(PreflightError);
    expect(String(error)).toMatch(new RegExp(`refused to connect to the service \\(${status}\\).*HTTPS_PROXY`));
    expect([asked, seconds <= 10]).toEqual([3, true]);
    expect((await fly([refused, works])).error).toBeUndefined();
  });

  it.each(unsent)("ends the run for %s of the token service, within 10 s", async (_name, answer, said, remedy) => {
    const clock = createVirtualClock();
    const auth = oauthCredentials(oauthConfig("https://login.example:8443"), { clock, fetch: async () => answer() });
    const { error, seconds, asked } = await fly([works], { settings, clock }, { auth, clock });
    expect(error).toBeInstanceOf(PreflightError);
    const { message } = error instanceof Error ? error : new Error();
    expect(message).toMatch(said);
    expect(message).toMatch(remedy);
    expect(message).toContain("the OAuth token service at login.example:8443");
    expect(message).toContain("No job was sent");
    expect([message.includes("base URL"), asked]).toEqual([false, 0]);
    expect(seconds).toBeLessThanOrEqual(10);
  });

  it.each(unsent)("ends the run for %s of the service, within 10 s", async (_name, answer, said, remedy) => {
    const { error, seconds } = await fly([answer], { settings });
    expect(error).toBeInstanceOf(PreflightError);
    expect(String(error)).toMatch(said);
    expect(String(error)).toMatch(remedy);
    expect(seconds).toBeLessThanOrEqual(10);
  });

  it("tries refused credentials once, for more could lock the account", async () => {
    expect(await fly([answers(401)])).toMatchObject({ asked: 1, seconds: 0 });
  });

  it("ends the run where the token endpoint refuses", async () => {
    const auth = {
      authorization: async () => {
        throw new AuthenticationError("the OAuth token endpoint refused: invalid_client");
      },
    };
    const { error, asked } = await fly([works], { settings }, { auth });
    expect(error).toBeInstanceOf(PreflightError);
    expect(String(error)).toContain("invalid_client");
    expect(asked).toBe(0);
  });

  it.each<[string, Answer]>([
    ["a 500", answers(500)],
    ["a 503", answers(503)],
    ["a 429", answers(429)],
    ["a 429 that holds all requests for long", answers(429, "", { "retry-after": "60" })],
    ["a connection that is reset", fails("ECONNRESET")],
    ["silence", silent],
  ])("lets the run begin after %s, within 10 s", async (_name, answer) => {
    const { error, seconds } = await fly([answer]);
    expect(error).toBeUndefined();
    expect(seconds).toBeLessThanOrEqual(10);
  });

  it.each<[string, Answer]>([
    ["a 403, which may be of this route alone", answers(403)],
    ["the service's own 404", answers(404, '{"errors":[{"title":"not here"}]}')],
    ["a bare 404 with the service's own header", answers(404, "", { "x-vendor-request-key": "k" })],
    ["a page with the service's own header", answers(200, html, { "x-vendor-request-key": "k" })],
  ])("lets the run begin after %s", async (_name, answer) => {
    expect((await fly([answer])).error).toBeUndefined();
  });

  it("tells of each fault and tries again: a name server or a service may be restarting", async () => {
    const { error, asked, events } = await fly([fails("ECONNREFUSED"), fails("ENOTFOUND"), works]);
    expect([error, asked]).toEqual([undefined, 3]);
    expect(events.map(({ type }) => type)).toEqual(["unreachable", "unreachable"]);
  });

  it("says what it has learned when the time is up", async () => {
    const { error, seconds } = await fly([fails("EAI_AGAIN"), silent]);
    expect(String(error)).toContain("EAI_AGAIN");
    expect(seconds).toBe(10);
  });

  it("ends without an error when the run is stopped", async () => {
    expect((await fly([fails("ENOTFOUND")], { signal: AbortSignal.abort() })).error).toBeUndefined();
  });
});
