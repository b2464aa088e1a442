import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isFull } from "../../../test/support/sample.ts";
import { partsOf, secretForms } from "../../../test/support/service/secret-forms.ts";
import { basicAuth } from "../auth/auth.ts";
import { Secrets } from "./secrets.ts";

const username = "NAME-123456";

async function secretsOf(password: string): Promise<Secrets> {
  const secrets = new Secrets();
  secrets.add(await basicAuth(username, password).authorization());
  return secrets;
}

const character = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)) },
  { weight: 1, arbitrary: fc.constantFrom(..."%+&<>\"'\\/=?# äß日😀") },
);
/** Keys as services make them, and passwords with whatever people type. */
const usual = fc.string({ unit: character, minLength: 16, maxLength: 64 });
/** Beginnings of escapes, which letters behind them complete. */
const likeEscapes = fc
  .array(
    fc.oneof(fc.constantFrom("\\b", "\\u00", "%", "%0", "&", "&#", "'", '"'), fc.constantFrom(..."abcdef01234!")),
    {
      minLength: 10,
      maxLength: 16,
    },
  )
  .map((pieces) => `${pieces.join("")}%0`);
const password = fc
  .oneof({ weight: 3, arbitrary: usual }, { weight: 1, arbitrary: likeEscapes })
  .filter((text) => text.length >= 16 && new Set(text).size >= 8 && text.trim() === text);

/** Text around a secret that no form of it continues. */
const surroundings = fc.constantFrom<readonly [string, string]>(
  ["", ""],
  ["The key is ", " and more"],
  ['{"detail":"', '"}'],
  ["<p>", "</p>"],
  ["/calculations/", "?page=1"],
  ["a,b\n1,", ",2"],
  ["100% \\ & = ", " 100% \\n"],
);

describe("a secret that a text repeats", () => {
  it.each(secretForms)("is removed where it stands $name", ({ write }) =>
    fc.assert(
      fc.asyncProperty(password, surroundings, async (secret, [before, after]) => {
        const secrets = await secretsOf(secret);
        const text = before + write(secret) + after;
        const clean = secrets.redact(text);
        // White space in a form is no secret.
        const shown = partsOf(write(secret)).filter(
          (part) => part.trim().length === part.length && clean.includes(part),
        );
        expect(clean).toContain("(redacted)");
        expect(clean.startsWith(before)).toBe(true);
        expect(clean.endsWith(after)).toBe(true);
        expect(secrets.occursIn(text)).toBe(true);
        expect(shown.filter((part) => !isAround(part, secret, write))).toEqual([]);
      }),
      { numRuns: isFull ? 1000 : 60 },
    ),
  );

  /** Whether a part is also in a form of quite another secret, so that it says nothing of this one. */
  const isAround = (part: string, secret: string, write: (text: string) => string) =>
    write("Z".repeat(secret.length)).includes(part) || write("7".repeat(secret.length)).includes(part);

  it("is removed where the Basic header is repeated, whole or cut off", () =>
    fc.assert(
      fc.asyncProperty(password, fc.nat(), fc.constantFrom(...secretForms), async (secret, cut, { write }) => {
        const secrets = await secretsOf(secret);
        const credentials = Buffer.from(`${username}:${secret}`).toString("base64");
        const part = credentials.slice(0, 16 + (cut % (credentials.length - 15)));
        expect(secrets.redact(`got ${part}...`)).toBe("got (redacted)...");
        expect(secrets.redact(`got Basic ${part}...`)).toBe("got (redacted)...");
        expect(secrets.redact(write(credentials))).toContain("(redacted)");
      }),
      { numRuns: 300 },
    ));

  it("is removed where it is cut off after 12 characters or more", () =>
    fc.assert(
      fc.asyncProperty(password, fc.nat(), async (secret, cut) => {
        const compact = secret.replace(/\s/g, "");
        const secrets = await secretsOf(compact);
        const characters = Array.from(compact);
        const part = characters.slice(0, 12 + (cut % (characters.length - 11))).join("");
        expect(secrets.redact(`"${part}`)).toBe('"(redacted)');
      }),
      { numRuns: 300 },
    ));

  it("that is long is removed in every form", () => {
    const secrets = new Secrets();
    const token = Array.from({ length: 200 }, (_, at) => `${at}aBc-_.~${at * 7}`).join("");
    secrets.add(`Bearer ${token}`);
    for (const { name, write } of secretForms)
      expect([name, secrets.redact(`[${write(token)}]`).length]).toEqual([
        name,
        expect.toSatisfy((length) => length < 120),
      ]);
  });

  it("is removed whichever of its characters are escaped, each in its way", () =>
    fc.assert(
      fc.asyncProperty(password, fc.array(fc.constantFrom(...secretForms), { minLength: 1 }), async (secret, forms) => {
        const secrets = await secretsOf(secret);
        const written = Array.from(secret, (one, at) => forms[at % forms.length]?.write(one)).join("");
        expect(secrets.redact(`The key is ${written} and more`)).toBe("The key is (redacted) and more");
      }),
      { numRuns: 300 },
    ));

  it("is removed again and again", async () => {
    const secrets = await secretsOf("hunter2-hunter2");
    const three = "hunter2-hunter2 hunter2%2Dhunter2,hunter2-hunter2";
    expect(secrets.redact(three)).toBe("(redacted) (redacted),(redacted)");
  });
});

describe("a text without a secret", () => {
  it("keeps its numbers, names, ids and escapes", () =>
    fc.assert(
      fc.asyncProperty(
        password,
        fc.array(
          fc.oneof(
            fc.double().map(String),
            fc.integer().map(String),
            fc.bigInt({ min: 0n, max: 2n ** 64n }).map(String),
            fc.uuid(),
            fc.constantFrom("2026-11-24T10:00:00Z", "CLIENT:/GROWTH.ACCT", "100%", "a\\nb", "&amp;", "=12", username),
          ),
          { maxLength: 50 },
        ),
        fc.constantFrom(",", " ", "\n", ""),
        async (secret, words, between) => {
          const secrets = await secretsOf(secret);
          const text = words.join(between);
          expect(secrets.redact(text)).toBe(text);
          expect(secrets.occursIn(text)).toBe(false);
        },
      ),
    ));

  it("keeps the user name, which is no secret, also in Base64 up to 8 characters", async () => {
    const secrets = await secretsOf("hunter2-hunter2");
    const text = `${username} ${Buffer.from(username).toString("base64").slice(0, 8)}`;
    expect(secrets.redact(text)).toBe(text);
  });

  it("takes time in proportion to its length, whatever it repeats", () => {
    const secrets = new Secrets();
    secrets.add(`Bearer ${"aBcDeF0123456789".repeat(64)}`);
    const cost = (text: string) => {
      const from = process.cpuUsage();
      secrets.redact(text);
      const { user, system } = process.cpuUsage(from);
      return (user + system) / 1000;
    };
    const mixed = "%25252526amp;amp;amp;\\\\\\\\u0041";
    for (const piece of [
      "%2525252525",
      "\\\\\\\\u0041",
      "&amp;amp;amp;",
      "=\r\n \t",
      "aBcDeF01234567",
      "1.234567,",
      mixed,
    ]) {
      cost(piece.repeat(1000));
      // Eight times the text takes eight times as long, or 64 times if each piece looks at all others. Costs of a few milliseconds say nothing.
      const smallCost = Math.max(20, cost(piece.repeat(6_250)));
      expect([piece, cost(piece.repeat(50_000))]).toEqual([piece, expect.toSatisfy((ms) => ms < 24 * smallCost)]);
    }
  });
});
