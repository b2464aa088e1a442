import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type FaultRule, FaultSyntaxError, parseFault } from "./language.ts";

describe("the fault language", () => {
  it.each<[string, FaultRule]>([
    ["status#2=reset", { on: { operation: "status", nth: 2 }, fault: { kind: "reset" } }],
    ["result~5%=cut", { on: { operation: "result", probability: 0.05 }, fault: { kind: "cut" } }],
    ["result~0.5%=cut:10", { on: { operation: "result", probability: 0.005 }, fault: { kind: "cut", share: 0.1 } }],
    ["pa.create=lost", { on: { operation: "pa.create" }, fault: { kind: "lost" } }],
    ["any*3=503", { on: { every: 3 }, fault: { kind: "503" } }],
    ["any=429:7", { on: {}, fault: { kind: "429", retryAfterSeconds: 7 } }],
    ["any=429", { on: {}, fault: { kind: "429" } }],
    ["connection#1=refused", { on: { operation: "connection", nth: 1 }, fault: { kind: "refused" } }],
    ["status@0123abcd#1=404", { on: { operation: "status", jobId: "0123abcd", nth: 1 }, fault: { kind: "404" } }],
    [
      "result@0123abcd/my unit=slow:1000",
      {
        on: { operation: "result", jobId: "0123abcd", unit: "my unit" },
        fault: { kind: "slow", bytesPerSecond: 1000 },
      },
    ],
    ["result=stach-3", { on: { operation: "result" }, fault: { kind: "stach-3" } }],
    ["result=reset-after-headers", { on: { operation: "result" }, fault: { kind: "reset-after-headers" } }],
    ["result=wrong-length:-3", { on: { operation: "result" }, fault: { kind: "wrong-length", by: -3 } }],
    [
      "status=foreign-location:https://elsewhere.example:8443",
      { on: { operation: "status" }, fault: { kind: "foreign-location", origin: "https://elsewhere.example:8443" } },
    ],
    ["create=delay:0.5", { on: { operation: "create" }, fault: { kind: "delay", seconds: 0.5 } }],
  ])("reads %s", (text, rule) => {
    expect(parseFault(text)).toEqual(rule);
  });

  it.each([
    ["", 1, "operation"],
    ["#2=reset", 1, "operation"],
    ["statos=reset", 1, "No operation is called statos"],
    ["pa.token=reset", 1, "No operation is called pa.token"],
    ["status", 7, "="],
    ["status#=reset", 8, "number"],
    ["status#x=reset", 8, "number"],
    ["status#0=reset", 8, "from 1"],
    ["status#1.5=reset", 8, "whole"],
    ["status~5=reset", 9, "%"],
    ["status~101%=reset", 8, "from 0 to 100"],
    ["connection=503", 12, "refused or reset"],
    ["status@=reset", 8, "id of a job"],
    ["status@a/=reset", 10, "id of a unit"],
    ["status=", 8, "Expected a fault"],
    ["status=explode", 8, "reset-after-headers"],
    ["status=slow", 12, "bytes a second"],
    ["status=slow:0", 13, "from 1"],
    ["status=cut:120", 12, "from 0 to 100"],
    ["status=reset:1", 13, "end of the rule"],
    ["status=foreign-location:elsewhere", 25, "origin"],
  ])("says where %j goes wrong", (text, column, problem) => {
    const error = catchError(() => parseFault(text));
    expect(error).toBeInstanceOf(FaultSyntaxError);
    expect(error).toMatchObject({ column, text });
    expect(String(error)).toContain(problem);
    expect(String(error)).toContain(`${" ".repeat(column + 1)}^`);
  });

  it("answers any text with a rule or a positioned error, never otherwise", () => {
    const near = fc.array(
      fc.constantFrom("status", "any", "@", "/", "#", "*", "~", "%", "=", "reset", "cut", ":", "1", "-", " ", "0"),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          near.map((parts) => parts.join("")),
        ),
        (text) => {
          try {
            parseFault(text);
          } catch (error) {
            expect(error).toBeInstanceOf(FaultSyntaxError);
            if (error instanceof FaultSyntaxError) expect(error.column).toBeLessThanOrEqual(text.length + 1);
          }
        },
      ),
    );
  });
});

function catchError(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  return undefined;
}
