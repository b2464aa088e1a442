import { expect, it } from "vitest";
import { matchingConnection } from "./connection-list.ts";
import type { ConnectionInfo } from "./types.ts";

const info = (id: string, baseUrl: string): ConnectionInfo => ({
  id,
  name: id,
  baseUrl,
  auth: "basic",
  production: false,
});
const simulator = { ...info("simulator", "http://127.0.0.1"), auth: "simulator" } as const;
const prod = info("prod", "https://api.vendor.example");
const uat = info("uat", "https://api.vendor.example/");
const all = [simulator, prod, info("other", "https://api.other.example")];

const find = (
  baseUrl: string,
  more: { name?: string; among?: readonly ConnectionInfo[]; active?: ConnectionInfo } = {},
) => matchingConnection(more.among ?? all, more.active, { name: more.name ?? "nightly", baseUrl })?.id;

it("the connection of a project file is the one of the user with its origin", () => {
  expect(find("https://api.vendor.example/some/path")).toBe("prod");
  expect(find("https://api.vendor.example:443")).toBe("prod");
});

it("another origin has none, whatever the file calls it and whichever is active: no credentials are sent there", () => {
  for (const baseUrl of [
    "https://api.vendor.example.evil.example",
    "https://api.vendor.example:444",
    "http://api.vendor.example",
    "https://evil.example",
  ])
    expect(find(baseUrl, { name: "prod", active: prod })).toBeUndefined();
});

it("of several with the origin it has the name, or is active", () => {
  const among = [...all, uat];
  expect(find("https://api.vendor.example", { among, name: "uat", active: prod })).toBe("uat");
  expect(find("https://api.vendor.example", { among, active: uat })).toBe("uat");
  expect(find("https://api.vendor.example", { among })).toBeUndefined();
});

it("an address of this machine is the simulator, unless a connection has it", () => {
  expect(find("http://127.0.0.1:8080")).toBe("simulator");
  expect(find("http://localhost:8080", { among: [...all, info("own", "http://localhost:8080")] })).toBe("own");
});
