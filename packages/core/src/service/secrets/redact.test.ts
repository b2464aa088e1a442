import { inspect } from "node:util";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { basicAuth, bearerToken } from "../auth/auth.ts";
import { type Client, createServiceClient } from "../client/client.ts";
import { ServiceError } from "../errors/errors.ts";
import { Secrets } from "./secrets.ts";

/** Whether a text has enough different characters that other text does not contain it by chance. */
const varied = (text: string) => new Set(text).size >= 8;
const token = fc
  .string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)), minLength: 12 })
  .filter(varied);
const password = fc
  .string({ unit: "grapheme", minLength: 12 })
  .filter((text) => varied(text) && !/\p{Cc}/u.test(text) && text.isWellFormed());

/** How a service may write a text in JSON. */
const inJson = fc.constantFrom(
  (text: string) => JSON.stringify(text),
  (text: string) => JSON.stringify(text).replaceAll("/", "\\/"),
  (text: string) => `"${Array.from({ length: text.length }, (_, at) => escaped(text.charCodeAt(at))).join("")}"`,
);
const escaped = (code: number) => `\\u${code.toString(16).padStart(4, "0")}`;

/** The forms in which a service may repeat a secret. */
const echo = fc.constantFrom(
  (text: string) => text,
  (text: string) => encodeURIComponent(text),
  (text: string) => encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase()),
  (text: string) => `before ${text} after`,
  (text: string) => `/x/${text}/y`,
);

const bytesInHeader = (text: string) =>
  Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("");

/** Everything that a value shows: its texts and the names of its properties, even those that are not enumerable. */
function textsOf(value: unknown, seen = new Set<unknown>()): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null || seen.has(value)) return [];
  seen.add(value);
  return Reflect.ownKeys(value).flatMap((name) => [String(name), ...textsOf(Reflect.get(value, name), seen)]);
}

const calls: readonly ((client: Client) => Promise<unknown>)[] = [
  (client) => client.pa.calculations.status("1"),
  (client) => client.pa.calculations.createOrUpdate("1", { data: {} }),
  (client) => client.pa.calculations.create({ data: {} }),
  (client) => client.pa.calculations.list(),
  (client) => client.pa.calculations.parameters("1"),
  (client) => client.lookups.currencies.list(),
  (client) => client.fi.calculations.status("1"),
  (client) => client.pa.calculations.cancel("1"),
  // The bytes of a result go to the caller unchanged, so they are left out here.
  async (client) => ({ ...(await client.pa.calculations.result("1", "2")).data, stream: undefined }),
];

async function shownBy(client: Client, call: (client: Client) => Promise<unknown>): Promise<string> {
  const shown = await call(client).catch((reason) => reason);
  expect(shown instanceof Error ? shown : new ServiceError("")).toBeInstanceOf(ServiceError);
  return [...textsOf(shown), inspect(shown, { depth: 20 }), JSON.stringify(shown)].join("\n");
}

function isShown(secret: string, text: string): boolean {
  const forms = [secret, secret.toLowerCase(), encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)];
  return forms.some((form) => text.includes(form));
}

describe("what the service repeats of the credentials", () => {
  const statuses = fc.constantFrom(200, 201, 202, 204, 302, 400, 404, 409, 429, 500);

  async function check(secret: string, client: (fetch: () => Promise<Response>) => Client, options: EchoOptions) {
    const { status, say, write, call } = options;
    const said = say(secret);
    const text = write(said);
    const item = `{"id":${text},"code":${text},"title":${text},"detail":${text},"source":{"pointer":${text}}}`;
    const unit = `{"status":${text},"result":${text},"progress":${text},"warnings":[${text}],"errors":[${item}]}`;
    const more = `"more":{${text}:[${text}]}`;
    const body = `{"data":{"calculationid":${text},"calculationId":${text},"status":${text},"units":{${text}:${unit}},${more}},"errors":[${item}],"meta":{${more}}}`;
    const header = bytesInHeader(said.trim());
    const headers = {
      "content-type": `application/${header}`,
      location: `/${header}`,
      "x-vendor-request-key": header,
      "x-vendor-api-request-key": header,
      "retry-after": "9999",
    };
    const fetch = async () => new Response(status === 204 ? null : body, { status, headers });
    const shown = await shownBy(client(fetch), call);
    expect(isShown(secret, shown), shown).toBe(false);
    if (bytesInHeader(secret) !== secret) expect(shown).not.toContain(bytesInHeader(secret));
  }

  interface EchoOptions {
    readonly status: number;
    readonly say: (text: string) => string;
    readonly write: (text: string) => string;
    readonly call: (client: Client) => Promise<unknown>;
  }

  const options = fc.record({ status: statuses, say: echo, write: inJson, call: fc.constantFrom(...calls) });
  const baseUrl = "https://api.vendor.example";
  const more = { baseUrl, random: () => 0, maxRetryAfterSeconds: 0 };

  test("as a token never leaves the client", () =>
    fc.assert(
      fc.asyncProperty(token, options, (secret, given) =>
        check(secret, (fetch) => createServiceClient({ ...more, auth: bearerToken(secret), fetch }), given),
      ),
      { numRuns: 500 },
    ));

  test("as a password never comes out of the client", () =>
    fc.assert(
      fc.asyncProperty(password, options, (secret, given) =>
        check(secret, (fetch) => createServiceClient({ ...more, auth: basicAuth("NAME-1", secret), fetch }), given),
      ),
      { numRuns: 500 },
    ));

  test("as the Base64 of both never comes out of the client", () =>
    fc.assert(
      fc.asyncProperty(password, options, (secret, given) => {
        const credentials = Buffer.from(`NAME-1:${secret}`).toString("base64");
        const urlSafe = credentials.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
        const auth = basicAuth("NAME-1", secret);
        const form = given.status % 2 === 0 ? credentials : urlSafe;
        return check(form, (fetch) => createServiceClient({ ...more, auth, fetch }), given);
      }),
    ));
});

describe("secrets", () => {
  test("of the last four headers are known: an answer may repeat a token that was renewed meanwhile", () => {
    const secrets = new Secrets();
    for (let i = 0; i < 6; i++) secrets.add(`Bearer number-${i}-token`);
    const left = Array.from({ length: 6 }, (_, i) => secrets.redact(`number-${i}-token`));
    expect(left).toEqual(["number-0-token", "number-1-token", ...Array.from({ length: 4 }, () => "(redacted)")]);
  });

  test("are found in an address, whichever of its characters are percent-encoded", () => {
    const secrets = new Secrets();
    secrets.add("Bearer token-0123456789");
    expect(secrets.redact("/calculations/%74oken%2D0123456789")).toBe("/calculations/(redacted)");
    expect(secrets.redact("/calculations/100%/a%2Fb")).toBe("/calculations/100%/a%2Fb");
  });

  test("are found whichever of their characters JSON escapes", () => {
    const writes = fc.constantFrom(
      (one: string) => one,
      (one: string) => JSON.stringify(one).slice(1, -1),
      (one: string) => (one === "/" ? "\\/" : JSON.stringify(one).slice(1, -1)),
      (one: string) => escaped(one.charCodeAt(0)),
      (one: string) => escaped(one.charCodeAt(0)).toUpperCase().replace("U", "u"),
    );
    // White space around a secret says nothing of it, and stays.
    const unpadded = password.filter((text) => text.trim() === text);
    return fc.assert(
      fc.asyncProperty(unpadded, fc.array(writes, { minLength: 1 }), async (secret, ways) => {
        const secrets = new Secrets();
        secrets.add(await basicAuth("NAME-1", secret).authorization());
        const text = `{"a":"${secret
          .split("")
          .map((one, at) => ways[at % ways.length]?.(one))
          .join("")}"}`;
        expect(secrets.redact(text)).toBe('{"a":"(redacted)"}');
        expect(secrets.occursIn(text)).toBe(true);
      }),
    );
  });

  test("are found whole if they end with a backslash that JSON escapes", async () => {
    const secrets = new Secrets();
    secrets.add(await basicAuth("NAME-1", "sesame\\").authorization());
    expect(secrets.redact('{"a":"sesame\\u005c"}')).toBe('{"a":"(redacted)"}');
  });

  test("are found if JSON escapes some of their slashes", async () => {
    const secrets = new Secrets();
    secrets.add(await basicAuth("NAME-1", "open/sesame/now").authorization());
    expect(secrets.redact('{"a":"open\\/sesame/now"}')).toBe('{"a":"(redacted)"}');
  });

  test("are not read from a header that only looks like Basic", () => {
    const secrets = new Secrets();
    secrets.add("Basic not*base64");
    expect(secrets.redact("Basic not*base64 not*base64")).toBe("(redacted) (redacted)");
  });
});
