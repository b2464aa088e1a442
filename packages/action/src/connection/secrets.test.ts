import { describe, expect, it } from "vitest";
import { logOf } from "../../test/support/runner/process.ts";
import { log } from "../github/step.ts";
import { type InputCredentials, maskCredentials } from "./inputs.ts";

const masking = (credentials: InputCredentials) => logOf(() => maskCredentials(log, credentials));

describe("maskCredentials", () => {
  it("masks the password and the Basic text made of it, not the user name", () => {
    const basic = Buffer.from("name-123:hunter2hunter2").toString("base64");
    expect(masking({ kind: "basic", username: "name-123", password: "hunter2hunter2" }).masks).toEqual([
      "hunter2hunter2",
      basic,
    ]);
  });

  it("masks a token", () => {
    expect(masking({ kind: "token", token: "tokentoken" }).masks).toEqual(["tokentoken"]);
  });

  it("masks the private members of a key, and nothing that a reader needs", () => {
    const jwk = {
      kty: "RSA",
      kid: "public-id",
      n: "public-n",
      e: "AQAB",
      d: "private-d",
      p: "private-p",
      q: "private-q",
      dp: "private-dp",
      dq: "private-dq",
      qi: "private-qi",
    };
    const { masks } = masking({ kind: "oauth", configuration: { clientId: "client", jwk } });
    expect(masks).toEqual(["private-d", "private-p", "private-q", "private-dp", "private-dq", "private-qi"]);
  });

  it("warns of a secret that hides too much", () => {
    expect(masking({ kind: "token", token: "pa" }).annotations).toMatchObject([{ level: "warning" }]);
    expect(masking({ kind: "token", token: "tokentoken" }).annotations).toEqual([]);
  });
});
