import { AuthenticationError, BadRequestError, ConnectionError } from "@analytics-engines/core";
import { UserError } from "@analytics-engines/runs/progress";
import { describe, expect, it } from "vitest";
import { describeError, isCancellation, UserCanceledError } from "./errors.ts";

describe("a described error", () => {
  it("of the service contains its text and an advice, with the request key in the log", () => {
    const error = new BadRequestError("POST /analytics/x answered 400: Currency XYZ is unknown", {
      status: 400,
      method: "POST",
      path: "/analytics/x",
      requestKey: "key-17",
      errors: [{ code: "bad", title: "Bad", detail: "Currency XYZ is unknown", source: { pointer: "/data/currency" } }],
    });
    const { message, details } = describeError(error);
    expect(message).toMatch(/^POST \/analytics\/x answered 400: Currency XYZ is unknown\. Correct what/);
    expect(message).not.toContain("key-17");
    expect(details.split("\n")).toEqual([
      "BadRequestError: POST /analytics/x answered 400: Currency XYZ is unknown",
      "  request: POST /analytics/x, answered 400",
      "  request key: key-17",
      "  service: bad - Bad - Currency XYZ is unknown - /data/currency",
      `  advice: ${error.advice}`,
    ]);
  });

  it("names its causes in the log", () => {
    const error = new ConnectionError("nothing answered", { cause: new Error("getaddrinfo ENOTFOUND") });
    expect(describeError(error).details).toMatch(/caused by\nError: getaddrinfo ENOTFOUND/);
  });

  it("for the user is unchanged, with its buttons", () => {
    const actions = [{ title: "Open", command: "analyticsEngines.log.show" }];
    expect(describeError(new UserError("Pick a file first.", { actions }))).toMatchObject({
      message: "Pick a file first.",
      actions,
    });
  });

  it("of the program has its stack only in the log", () => {
    const { message, details } = describeError(new RangeError("out of bounds"));
    expect(message).toBe("out of bounds");
    expect(details).toMatch(/errors\.test\.ts/);
  });

  it("may be anything that was thrown", () => {
    expect(describeError("text").message).toBe("text");
    expect(describeError(undefined).message).toBe("undefined");
  });
});

describe("a cancellation", () => {
  it("differs from a failure", () => {
    expect(isCancellation(new UserCanceledError())).toBe(true);
    expect(isCancellation(AbortSignal.abort().reason instanceof Error && AbortSignal.abort().reason)).toBe(true);
    expect(isCancellation(new AuthenticationError("no"))).toBe(false);
  });
});
