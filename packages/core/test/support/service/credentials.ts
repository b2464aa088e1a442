import { generateKeyPairSync } from "node:crypto";
import { vi } from "vitest";
import type { OAuthClient } from "../../../../simulator/src/index.ts";
import type { VirtualClock } from "../../../src/testing/index.ts";

export const user = { username: "DEMO-1", password: "hunter2-hunter2" };

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const named = { kid: "key-1", alg: "RS256", use: "sig" };
const privateJwk = { ...privateKey.export({ format: "jwk" }), ...named };

export const oauthClient: OAuthClient = {
  clientId: "client-1",
  username: user.username,
  jwk: { ...publicKey.export({ format: "jwk" }), kty: "RSA", ...named },
};

export const oauthConfig = (origin: string) => ({
  name: "pipeline",
  clientId: oauthClient.clientId,
  clientAuthType: "Confidential",
  owners: ["someone"],
  jwk: privateJwk,
  wellKnownUri: `${origin}/.well-known/openid-configuration`,
});

/** Texts that may appear only in requests. */
export const secrets: readonly string[] = [
  user.password,
  btoa(`${user.username}:${user.password}`),
  ...["d", "p", "q"].map((name) => String(Reflect.get(privateJwk, name))),
];

/** Lets virtual time stand still while signatures are made, in threads of their own. */
export function holdForSignatures(current: () => VirtualClock | undefined): void {
  const { subtle } = crypto;
  for (const name of ["sign", "verify", "importKey"] as const) {
    const real: unknown = Reflect.get(subtle, name);
    if (typeof real !== "function") throw new Error(`no ${name}`);
    vi.spyOn(subtle, name).mockImplementation((...given: unknown[]) => {
      const work = Reflect.apply(real, subtle, given);
      return current()?.hold(work) ?? work;
    });
  }
}
