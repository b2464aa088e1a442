import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { inspect } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { oauthConfig } from "../../../core/test/support/service/credentials.ts";
import { partsOf } from "../../../core/test/support/service/secret-forms.ts";
import { connectFromEnvironment, createClientFromEnvironment } from "./connect.ts";

const secret = "kL9z/Qw+ErTyUi0p&canary=8zXc";
const configuration = oauthConfig("https://api.vendor.example");
/** Texts of which no message may show 12 characters. */
const secrets = [secret, configuration.jwk.d, configuration.jwk.p, configuration.jwk.q].map(String);

const good = {
  ANALYTICS_BASE_URL: "https://api.vendor.example",
  ANALYTICS_USERNAME: "DEMO-1",
  ANALYTICS_API_KEY: secret,
};
const { ANALYTICS_USERNAME: _user, ANALYTICS_API_KEY: _key, ...service } = good;
const json = JSON.stringify({ ...configuration, note: secret });

/** Mistakes in the place of any value. */
const anywhere = [
  secret,
  `${secret}\n`,
  ` ${secret}`,
  `"${secret}"`,
  json,
  `'${json}'`,
  JSON.stringify(json),
  btoa(json),
  // Without padding, Base64 has the characters of a header's name.
  btoa(json.padEnd(Math.ceil(json.length / 3) * 3)),
  `$${secret}`,
];

/** How a variable can be wrong, with secrets in its value. */
const wrongForms: Readonly<Record<string, readonly string[]>> = {
  ANALYTICS_BASE_URL: [
    ...anywhere,
    `https://user:${encodeURIComponent(secret)}@api.vendor.example`,
    `http://${encodeURIComponent(secret)}.example`,
    `ftp://api.vendor.example/${secret}`,
    `https://api.vendor.example?key=${secret}`,
    `${secret}://api.vendor.example`,
    `kL9zQwErTyUi0pcanary8zXc://api.vendor.example`,
    `DEMO-1:${secret}`,
  ],
  ANALYTICS_USERNAME: [`DEMO-1:${secret}`, `${secret}\u0000`, `${secret}:`, `${json}`],
  ANALYTICS_API_KEY: [`${secret}\u0007`, `${secret}\nDEMO`, `${json}\n`],
  ANALYTICS_TOKEN: [
    `Bearer ${secret}`,
    `${secret} `,
    `${secret}é`,
    `${secret}\n`,
    `${json} x`,
    JSON.stringify(configuration, null, 2),
  ],
  ANALYTICS_OAUTH_CONFIG: [
    ...anywhere.filter((text) => text !== json),
    json.slice(0, -1),
    json.slice(1),
    `{"clientId":"${secret}"}`,
    `[${json}]`,
    `{"clientId":"a","jwk":"${secret}"}`,
    JSON.stringify({ ...configuration, jwk: { ...configuration.jwk, d: `${secret}!` } }),
    JSON.stringify({ ...configuration, jwk: { ...configuration.jwk, kty: secret } }),
    JSON.stringify({ ...configuration, wellKnownUri: `https://user:${secret}@api.vendor.example` }),
    JSON.stringify({ ...configuration, wellKnownUri: `http://${secret}` }),
    `${json}${json}`,
    secret.repeat(400),
    `${secret}\u0000`,
  ],
};

function errorOf(env: Readonly<Record<string, string>>, options = {}): Error {
  try {
    connectFromEnvironment(options, env);
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error("The variables were accepted.");
}

function expectNoSecret(error: Error): void {
  const texts = [error.message, error.stack ?? "", inspect(error, { depth: 9 }), JSON.stringify(error)].join("\n");
  // The stack names files of this repository, which are longer than any secret part.
  const parts = secrets.flatMap((text) => [text, encodeURIComponent(text), btoa(text)]).flatMap(partsOf);
  expect(parts.filter((part) => texts.includes(part))).toEqual([]);
}

describe("a variable with a wrong value", () => {
  const rows = Object.entries(wrongForms).flatMap(([variable, values]) =>
    values.map((value, index) => ({ variable, value, index })),
  );

  it.each(rows)("is named and not quoted: $variable, mistake $index", ({ variable, value }) => {
    const isKind = variable === "ANALYTICS_TOKEN" || variable === "ANALYTICS_OAUTH_CONFIG";
    const error = errorOf({ ...(isKind ? service : good), [variable]: value });
    expect(error.name).toBe("UserError");
    expect(error.message).toContain(variable);
    expectNoSecret(error);
  });

  it("is not quoted where credentials of several kinds are set", () => {
    expectNoSecret(errorOf({ ...good, ANALYTICS_TOKEN: secret, ANALYTICS_OAUTH_CONFIG: json }));
  });

  it("is not quoted where it comes from an option, or is the name in the headers", () => {
    for (const value of wrongForms["ANALYTICS_BASE_URL"] ?? []) expectNoSecret(errorOf(good, { baseUrl: value }));
    for (const value of anywhere) {
      const error = errorOf({ ...good, ANALYTICS_HEADER_PREFIX: value });
      expect(error.message).toContain("variable ANALYTICS_HEADER_PREFIX");
      expectNoSecret(error);
    }
  });

  it("is not quoted where the file has another content", () => {
    const folder = mkdtempSync(path.join(tmpdir(), "connect-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = path.join(folder, "oauth.json");
    for (const content of wrongForms["ANALYTICS_OAUTH_CONFIG"] ?? []) {
      writeFileSync(file, content);
      expectNoSecret(errorOf({ ...service, ANALYTICS_OAUTH_CONFIG: file }));
    }
    const error = errorOf({ ...service, ANALYTICS_OAUTH_CONFIG: folder });
    expect(error.message).toContain("it is a folder and not a file");
  });
});

describe("a variable or an option that names no plain file", () => {
  const named: readonly [string, (file: string) => readonly [Readonly<Record<string, string>>, object]][] = [
    ["ANALYTICS_CA_FILE", (file) => [{ ...good, ANALYTICS_CA_FILE: file }, {}]],
    ["ANALYTICS_CLIENT_CERT", (file) => [{ ...good, ANALYTICS_CLIENT_CERT: file, ANALYTICS_CLIENT_KEY: "key" }, {}]],
    ["ANALYTICS_OAUTH_CONFIG", (file) => [{ ...service, ANALYTICS_OAUTH_CONFIG: file }, {}]],
  ];

  it.skipIf(process.platform === "win32").each(named)("is refused at once: %s", (name, settingsOf) => {
    const folder = mkdtempSync(path.join(tmpdir(), "connect-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const pipe = path.join(folder, `${name}.pipe`);
    execFileSync("mkfifo", [pipe]);
    for (const file of [pipe, "/dev/zero", folder]) {
      const { message } = errorOf(...settingsOf(file));
      expect(message).toContain(name);
      expect(message).toMatch(/cannot be read: it is (a folder|a pipe, a socket or a device) and not a file/);
      expect(message).not.toContain(file);
    }
  });
});

describe("a value that is no credential", () => {
  const quotes = [`"${secret}"`, `'${secret}'`, ` "${secret}" `];
  const rows: readonly [string, string, RegExp][] = [
    ...["ANALYTICS_USERNAME", "ANALYTICS_API_KEY", "ANALYTICS_TOKEN"].flatMap((name): [string, string, RegExp][] => [
      [name, " ", /is blank: set it to its value, or remove it\.$/],
      [name, "\t\n", /is blank/],
      ...quotes.map((value): [string, string, RegExp] => [
        name,
        value,
        /has quotes around its value.*: remove them\.$/,
      ]),
      [name, `${secret} `, /begins or ends with a blank or a line break: remove it\.$/],
      [name, `${secret}\r\n`, /begins or ends with a blank/],
    ]),
    ["ANALYTICS_OAUTH_CONFIG", " ", /is blank/],
    ["ANALYTICS_OAUTH_CONFIG", '"C:\\keys\\oauth.json"', /has quotes around its value/],
    ["ANALYTICS_OAUTH_CONFIG", `'${json}'`, /has quotes around its value/],
    ["ANALYTICS_CA_FILE", '"C:\\keys\\ca.pem"', /has quotes around its value/],
    ["ANALYTICS_BASE_URL", '"https://api.vendor.example"', /has quotes around its value/],
    ["ANALYTICS_BASE_URL", " ", /is blank/],
  ];

  it.each(rows)("is named with what is wrong: %s %j", (name, value, problem) => {
    const isKind = name === "ANALYTICS_TOKEN" || name === "ANALYTICS_OAUTH_CONFIG";
    const error = errorOf({ ...(isKind ? service : good), [name]: value });
    expect(error.message).toContain(`variable ${name}`);
    expect(error.message).toMatch(problem);
    expectNoSecret(error);
  });
});

describe("ANALYTICS_OAUTH_CONFIG", () => {
  it.each([
    ["the JSON itself", JSON.stringify(configuration)],
    ["the JSON with white space around it", `\n  ${JSON.stringify(configuration, null, 2)}\n`],
  ])("may be %s", (_, value) => {
    const { settings } = connectFromEnvironment({}, { ...service, ANALYTICS_OAUTH_CONFIG: value });
    expect(settings.credentials).toBe("the JSON in the variable ANALYTICS_OAUTH_CONFIG");
  });

  it.each([
    ["UTF-8", Buffer.from(JSON.stringify(configuration))],
    ["UTF-8 with a byte-order mark", Buffer.from(`\ufeff${JSON.stringify(configuration)}`)],
    ["UTF-16, as the > of PowerShell writes it", Buffer.from(`\ufeff${JSON.stringify(configuration)}`, "utf16le")],
  ])("may be the path of its file in %s", (_, content) => {
    const folder = mkdtempSync(path.join(tmpdir(), "connect-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = path.join(folder, "oauth.json");
    writeFileSync(file, content);
    const { settings } = connectFromEnvironment({}, { ...service, ANALYTICS_OAUTH_CONFIG: file });
    expect(settings.credentials).toBe("the file of ANALYTICS_OAUTH_CONFIG");
  });
});

describe("createClientFromEnvironment", () => {
  it("asks the service at the address of the variable, with the credentials of the variables", async () => {
    const requests: unknown[] = [];
    const server = createServer((request, response) => {
      requests.push(request.headers.authorization);
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ data: { EUR: { name: "Euro" } } }));
    });
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = z.object({ port: z.number() }).parse(server.address());
    const client = createClientFromEnvironment({ ...good, ANALYTICS_BASE_URL: `http://127.0.0.1:${port}` });
    const { data } = await client.lookups.currencies.list();
    expect(data.data).toEqual({ EUR: { name: "Euro" } });
    expect(requests).toEqual([`Basic ${btoa(`DEMO-1:${secret}`)}`]);
  });

  it.each([
    ["ANALYTICS_BASE_URL", { ...good, ANALYTICS_BASE_URL: undefined }],
    ["ANALYTICS_BASE_URL", { ...good, ANALYTICS_BASE_URL: "" }],
    ["ANALYTICS_USERNAME", { ...good, ANALYTICS_USERNAME: undefined }],
    ["ANALYTICS_API_KEY", { ...good, ANALYTICS_API_KEY: undefined }],
  ])("names the missing variable %s, and no option of the command", (variable, env) => {
    expect(() => createClientFromEnvironment(env)).toThrow(variable);
    expect(() => createClientFromEnvironment(env)).not.toThrow("--");
  });
});
