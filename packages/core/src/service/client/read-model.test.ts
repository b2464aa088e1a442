import { describe, expect, test } from "vitest";
import { mayHaveActed } from "../../jobs/policy.ts";
import { bearerToken } from "../auth/auth.ts";
import { BadRequestError, MalformedAnswerError } from "../errors/errors.ts";
import { createServiceClient } from "./client.ts";

const answering = (body: string, status = 200) =>
  createServiceClient({
    baseUrl: "https://api.vendor.example",
    auth: bearerToken("token-0123456789"),
    fetch: async () => new Response(body, { status }),
    random: () => 0,
  });

const lists = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;

describe("an answer that is nested deeper than the stack takes", () => {
  const unit = (name: string, value: string) => `{"data":{"units":{"1":{"${name}":${value}}}}}`;

  test.each([
    ["a unit's status", unit("status", lists(200_000))],
    ["a warning", unit("warnings", `[${objects(70_000)}]`)],
    ["an error's detail", unit("errors", `[{"detail":${lists(200_000)}}]`)],
    [
      "a text with a credential beside it",
      `{"data":{"calculationid":"token-012345678\\u0039","more":${lists(200_000)}}}`,
    ],
  ])("in %s cannot be read, and the read may be repeated", async (_, body) => {
    const error = await answering(body)
      .pa.calculations.status("1")
      .catch((reason) => reason);
    expect(error).toBeInstanceOf(MalformedAnswerError);
    expect(error.message).toContain("the CalculationStatusRoot is nested too deeply to be read");
    expect(mayHaveActed(error)).toBe(true);
  });

  test("keeps its status if it is an error", async () => {
    const detail = `{"data":${lists(30_000)}}`;
    for (const body of [`{"errors":[{"detail":${detail}}]}`, `{"errors":[{"detail":${JSON.stringify(detail)}}]}`])
      await expect(answering(body, 400).pa.calculations.status("1")).rejects.toThrow(BadRequestError);
  });
});
