import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { endpoints } from "../../packages/core/src/index.ts";
import { type Failure, retryDelay } from "../../packages/core/src/service/throttle/retry.ts";
import { placeOf } from "./reference/index.ts";

const page = readFileSync(placeOf("docs/reference/endpoints.md"), "utf8");

it("the page of endpoints has a row for each operation", () => {
  const rows = page.match(/^\| `\w+\.[\w.]+` \|.*$/gm) ?? [];
  expect(rows).toHaveLength(endpoints.length);
  const sharing = rows.find((row) => row.includes("`pa.calculations.createOrUpdate`"));
  expect(sharing).toContain("`PUT /analytics/engines/pa/v3/calculations/{id}`");
  expect(sharing).toContain("`PACalculationParametersRoot`");
  expect(sharing).toContain("201: **result**");
});

it("the page of endpoints says when each class of requests is sent again", () => {
  const limits = { attempts: 5, maxRetryAfterSeconds: 60 };
  const failure = (status: number): Failure => {
    const retryAfterSeconds = undefined;
    return status === 429 ? { kind: "throttled", retryAfterSeconds } : { kind: "status", status, retryAfterSeconds };
  };
  const repeats = (retry: (typeof endpoints)[number]["retry"], status: number) =>
    retryDelay(retry, failure(status), 1, () => 0, limits) !== undefined;
  const statuses = [400, 401, 404, 408, 409, 429, 500, 502, 503, 504];
  const repeated = (retry: (typeof endpoints)[number]["retry"]) => statuses.filter((status) => repeats(retry, status));
  const [, said = ""] = /^\| `read` \| Again on network errors, (.*)\. \|$/m.exec(page) ?? [];
  expect(said.split(/, | and /).map(Number)).toEqual(repeated("read"));
  expect(repeated("cancel")).toEqual(repeated("read"));
  for (const retry of ["create", "write", "put", "result"] as const) expect(repeated(retry)).toEqual([429]);
});
