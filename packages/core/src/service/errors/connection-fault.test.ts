import { describe, expect, it } from "vitest";
import { connectionFault, faultRemedy, proxyStatus } from "./connection-fault.ts";
import {
  AuthenticationError,
  ConnectionError,
  MalformedAnswerError,
  ServerError,
  TimeoutError,
  UnexpectedStatusError,
} from "./errors.ts";

const system = (code: string, message = code) => Object.assign(new Error(message), { code });
const failed = (cause: Error) => new TypeError("fetch failed", { cause });
const noAnswer = (cause: Error) => new ConnectionError("no answer", { cause: failed(cause) });

describe("connectionFault", () => {
  it.each([
    ["dns", "ENOTFOUND"],
    ["dns", "EAI_AGAIN"],
    ["refused", "ECONNREFUSED"],
    ["tls", "DEPTH_ZERO_SELF_SIGNED_CERT"],
    ["tls", "CERT_HAS_EXPIRED"],
    ["tls", "ERR_TLS_CERT_ALTNAME_INVALID"],
    ["tls", "ERR_SSL_WRONG_VERSION_NUMBER"],
    ["tls", "EPROTO"],
    ["proxy", "UND_ERR_PRX_CONN"],
    ["timeout", "UND_ERR_CONNECT_TIMEOUT"],
    ["timeout", "ETIMEDOUT"],
    ["other", "ECONNRESET"],
    ["other", "UND_ERR_SOCKET"],
  ] as const)("calls %s what has the code %s, in an error of a fetch and of the client", (fault, code) => {
    expect(connectionFault(failed(system(code)))).toBe(fault);
    expect(connectionFault(noAnswer(system(code)))).toBe(fault);
    expect(connectionFault(new AuthenticationError("no token", { cause: noAnswer(system(code)) }))).toBe(fault);
  });

  it("recognises a proxy that opens no tunnel by its status", () => {
    for (const status of [403, 407, 502]) {
      const refusal = system("UND_ERR_ABORTED", `Proxy response (${status}) !== 200 when HTTP Tunneling`);
      const error = noAnswer(new Error("Request was cancelled.", { cause: refusal }));
      expect([connectionFault(error), proxyStatus(error)]).toEqual(["proxy", status]);
    }
    expect(connectionFault(new UnexpectedStatusError("answered 407", { status: 407 }))).toBe("proxy");
  });

  it("recognises a handshake that was cut, and a time limit of the client", () => {
    const cut = system("ECONNRESET", "Client network socket disconnected before secure TLS connection was established");
    expect(connectionFault(noAnswer(cut))).toBe("tls");
    expect(connectionFault(new TimeoutError("not answered within 60 s"))).toBe("timeout");
  });

  it("is undefined if an answer came, and for anything else", () => {
    const errors = [
      new ServerError("500"),
      new MalformedAnswerError("no JSON"),
      new Error("a mistake"),
      "text",
      undefined,
    ];
    for (const error of errors) expect(connectionFault(error)).toBeUndefined();
  });

  it("ends even if the causes form a circle", () => {
    const error = new Error("a");
    error.cause = new Error("b", { cause: error });
    expect(connectionFault(error)).toBeUndefined();
  });
});

describe("faultRemedy", () => {
  it("names the variable to set", () => {
    expect(faultRemedy("tls")).toContain("NODE_EXTRA_CA_CERTS");
    for (const fault of ["proxy", "dns", "refused", "timeout"] as const)
      expect(faultRemedy(fault)).toContain("HTTPS_PROXY");
    expect(faultRemedy("other")).toMatch(/^Check .*\.$/);
  });
});
