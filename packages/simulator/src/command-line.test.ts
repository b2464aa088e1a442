import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createCommand, readCommandLine } from "./command-line.ts";
import { FAULT_LANGUAGE, faultKinds } from "./faults/language.ts";

const quiet = { writeErr: () => {}, writeOut: () => {} };
const read = (...args: string[]) => readCommandLine(createCommand().exitOverride().configureOutput(quiet), args);

describe("the command line", () => {
  it("has defaults for everything", () => {
    expect(read()).toEqual({
      port: 8080,
      oauthConfig: undefined,
      options: {
        profile: "default",
        seed: 1,
        jobSeconds: 5,
        inlineSeconds: 0,
        maxAgeSeconds: 2,
        rateLimit: { limit: 1_000_000, windowSeconds: 60 },
        maxRunningUnits: 500,
        duplicates: "conflict",
        location: "absolute",
        vendorWord: "Vendor",
        requestKeyWord: "Vendor",
        tokens: [],
        faults: [],
      },
    });
  });

  it("takes what is given", () => {
    const { port, options } = read(
      ...["--profile", "strict"],
      ...["--port", "0", "--job-seconds", "2-30", "--max-age", "none", "--rate-limit", "100", "--rate-window", "10"],
      ...["--location", "path", "--public-origin", "https://api.example/x", "--vendor-word", "Acme"],
      ...[
        "--user",
        "A-1:secret:with:colons",
        "--user",
        "B-1:b",
        "--token",
        "t",
        "--fault",
        "status#2=reset",
        "--fault",
        "any=500",
      ],
    );
    expect(port).toBe(0);
    expect(options).toMatchObject({
      profile: "strict",
      jobSeconds: [2, 30],
      maxAgeSeconds: "none",
      rateLimit: { limit: 100, windowSeconds: 10 },
      location: "path",
      publicOrigin: "https://api.example",
      vendorWord: "Acme",
      requestKeyWord: "Acme",
      users: [
        { username: "A-1", password: "secret:with:colons" },
        { username: "B-1", password: "b" },
      ],
      tokens: [{ token: "t", username: "A-1" }],
      faults: ["status#2=reset", "any=500"],
    });
  });

  it.each([
    [["--port", "99999"], "from 0 to 65535"],
    [["--job-seconds", "30-2"], "a range"],
    [["--job-seconds", "soon"], "a range"],
    [["--max-age", "-1"], "from 0"],
    [["--rate-limit", "0"], "from 1"],
    [["--location", "relative"], "absolute, path"],
    [["--public-origin", "api"], "an origin"],
    [["--vendor-word", "A B"], "one word"],
    [["--user", "A-1"], "NAME:PASSWORD"],
    [["--fault", "status#x=reset"], "column 8"],
    [["--profile", "loose"], "default, strict"],
    [["--speed", "1"], "unknown option"],
    [["8080"], "too many arguments"],
  ])("refuses %j", (args, message) => {
    expect(() => read(...args)).toThrow(message);
  });

  it("explains every option and the fault language in its help", () => {
    let help = "";
    const command = createCommand()
      .exitOverride()
      .configureOutput({ writeOut: (text) => (help += text) });
    expect(() => readCommandLine(command, ["--help"])).toThrow();
    for (const word of ["--port", "--seed", "--job-seconds", "--max-age", "--rate-limit", "--rate-window", "--fault"]) {
      expect(help).toContain(word);
    }
    expect(help).toContain("reset-after-headers");
  });

  it("has each of its options, and each fault, in the README", () => {
    const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
    for (const { long } of createCommand().options) expect(readme).toContain(long);
    for (const kind of faultKinds) {
      expect(readme).toContain(`| \`${kind}`);
      expect(FAULT_LANGUAGE).toContain(kind);
    }
  });
});
