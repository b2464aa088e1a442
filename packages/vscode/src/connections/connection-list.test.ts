import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readConnections, storedConnection, withConnection, withoutConnection } from "./connection-list.ts";
import { type ConnectionInfo, connectionColors } from "./types.ts";

const plain = { name: "Acme", baseUrl: "https://api.acme.example", authentication: "basic" };

describe("connections of a setting", () => {
  it("are sorted by name, with the name as the default id", () => {
    const { connections, problems } = readConnections([
      { ...plain, name: "Zeta", baseUrl: "https://z.example/" },
      plain,
    ]);
    expect(problems).toEqual([]);
    expect(connections.map(({ id, name, baseUrl, production }) => [id, name, baseUrl, production])).toEqual([
      ["Acme", "Acme", "https://api.acme.example", false],
      ["Zeta", "Zeta", "https://z.example", false],
    ]);
  });

  it.each([
    ["no list", "nonsense", /not a list/],
    ["no object", [3], /Connection 1: it is not an object/],
    ["no name", [{ baseUrl: "https://x" }], /no name/],
    ["no address", [{ name: "A" }], /"A" has no baseUrl/],
    ["an unknown authentication", [{ ...plain, authentication: "simulator" }], /basic, token or oauth/],
    ["the id of the simulator", [{ ...plain, id: "simulator" }], /"simulator" is reserved/],
    [
      "credentials in an address",
      [{ ...plain, baseUrl: "https://u:hunter2@api.acme.example" }],
      /"Acme" must not contain/,
    ],
    ["an unknown color", [{ ...plain, color: "pink" }], /must be one of red/],
    ["an invalid production flag", [{ ...plain, production: "yes" }], /must be true or false/],
    ["a name twice", [plain, { ...plain, id: "other" }], /Connection 2: "Acme" appears twice/],
  ])("reports %s", (_, setting, problem) => {
    const read = readConnections(setting);
    expect(read.problems).toHaveLength(1);
    expect(read.problems[0]).toMatch(problem);
    expect(read.problems[0]).not.toContain("hunter2");
  });

  it("are read from any value without throwing", () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => readConnections(value).connections.length >= 0));
  });
});

const text = fc.string({ minLength: 1 }).filter((value) => value.trim() !== "" && value !== "simulator");
const infos: fc.Arbitrary<ConnectionInfo> = fc.record(
  {
    id: text,
    name: text,
    baseUrl: fc.webUrl().map((url) => url.replace(/\/+$/, "")),
    auth: fc.constantFrom("basic", "token", "oauth"),
    production: fc.boolean(),
    headerPrefix: fc.stringMatching(/^[A-Za-z]+$/),
    color: fc.constantFrom(...connectionColors),
  },
  { requiredKeys: ["id", "name", "baseUrl", "auth", "production"] },
);
const lists = fc
  .uniqueArray(infos, { selector: ({ id }) => id })
  .map((all) => all.filter(({ name }, index) => all.findIndex((other) => other.name === name) === index));

describe("a connection", () => {
  it("is read from the setting as it was stored", () => {
    fc.assert(
      fc.property(lists, (connections) => {
        const { connections: read, problems } = readConnections(connections.map(storedConnection));
        expect(problems).toEqual([]);
        expect(new Set(read)).toEqual(new Set(connections));
      }),
    );
  });
});

describe("a change of the setting", () => {
  const info: ConnectionInfo = {
    id: "a",
    name: "Acme",
    baseUrl: "https://new.example",
    auth: "token",
    production: true,
  };

  it("leaves invalid entries unchanged", () => {
    const odd = { name: "half-written" };
    const put = withConnection([odd, { ...plain, id: "a" }], info);
    expect(put[0]).toBe(odd);
    expect(readConnections(put).connections).toEqual([info]);
    expect(withoutConnection(put, "a")).toEqual([odd]);
  });

  it("adds a new connection", () => {
    expect(readConnections(withConnection(undefined, info)).connections).toEqual([info]);
  });
});
