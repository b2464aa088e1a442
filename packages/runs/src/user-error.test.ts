import { describe, expect, it } from "vitest";
import { UserError, userLines } from "./user-error.ts";

describe("the lines of an error", () => {
  it("end the message before the advice, once", () => {
    const advise = (message: string) => Object.assign(new Error(message), { advice: "Try again." });
    expect(userLines(advise("no answer within 60 s"))).toEqual(["no answer within 60 s. Try again."]);
    expect(userLines(advise("The job is gone."))).toEqual(["The job is gone. Try again."]);
  });

  it("are those of a UserError, the message of a refusal of the disk, and none for a defect", () => {
    expect(userLines(new UserError(["one", "two"]))).toEqual(["one", "two"]);
    expect(userLines(Object.assign(new Error("no space"), { code: "ENOSPC", syscall: "write" }))).toEqual(["no space"]);
    expect([userLines(new RangeError("defect")), userLines("text")]).toEqual([undefined, undefined]);
  });
});
