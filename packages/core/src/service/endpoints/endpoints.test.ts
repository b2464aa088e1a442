import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { endpoints } from "./routes.ts";

// Each operation has one line: method, path, query (! means required), request headers, body, answers, errors.
const expected = readFileSync(new URL("operations.tsv", import.meta.url), "utf8")
  .trimEnd()
  .split("\n");

function asLine({ method, path, query, headers, body, answers, errors }: (typeof endpoints)[number]): string {
  const parameters = Object.entries(query).map(([name, { required }]) => (required ? `${name}!` : name));
  const kinds = Object.entries(answers).map(([status, kind]) => `${status}=${kind}`);
  return [method, path, parameters, headers, body ?? "", kinds.sort(), errors].join("\t");
}

test("every operation is what the service describes, in the same order", () => {
  expect(endpoints).toHaveLength(131);
  expect(endpoints.map(asLine)).toEqual(expected);
});

test("names of operations are distinct", () => {
  expect(new Set(endpoints.map(({ operation }) => operation)).size).toBe(131);
});

test("requests that compute or give away a result are never in a class that is sent again", () => {
  for (const { method, answers, retry, operation } of endpoints) {
    const givesResult = Object.values(answers).includes("result");
    if (method === "POST") expect(["create", "write"], operation).toContain(retry);
    else if (method === "PUT") expect(["put", "write"], operation).toContain(retry);
    else if (method === "GET") expect(retry, operation).toBe(givesResult ? "result" : "read");
    else expect(retry, operation).toBe(operation.endsWith("cancel") ? "cancel" : "write");
  }
});

test("a cancel goes before results, results before statuses", () => {
  const priorities = (name: string) =>
    new Set(endpoints.filter(({ operation }) => operation.endsWith(`.${name}`)).map(({ priority }) => priority));
  expect(priorities("cancel")).toEqual(new Set(["cancel"]));
  expect(priorities("result")).toEqual(new Set(["result"]));
  expect(priorities("info")).toEqual(new Set(["result"]));
  expect(priorities("status")).toEqual(new Set(["status"]));
  expect(priorities("createOrUpdate")).toEqual(new Set(["create"]));
});
