import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { callService } from "./support/service.ts";

function start(...args: string[]) {
  const command = join(import.meta.dirname, "../src/command.ts");
  const child = spawn(process.execPath, ["--conditions=source", command, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { out: "", err: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output.out += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (output.err += text));
  /** Waits until the command has printed something. */
  const printed = async (pattern: RegExp) => {
    for (;;) {
      const found = pattern.exec(output.out)?.[1];
      if (found !== undefined) return found;
      if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}: ${output.err}`);
      await once(child.stdout, "data");
    }
  };
  return { child, output, printed, ended: once(child, "close") };
}

describe("the command", () => {
  it.each(["SIGINT", "SIGTERM"] as const)("serves until it is stopped by %s", async (signal) => {
    const { child, printed, ended, output } = start(
      "--port",
      "0",
      "--fault",
      "currencies.list#1=503",
      "--fault",
      "list#2=500",
    );
    const url = await printed(/listening on (http:\S+)\n/);
    expect(await printed(/User (DEMO-1, password demo)\n/)).toBeDefined();
    const statuses = [];
    for (let i = 0; i < 3; i += 1)
      statuses.push((await callService(fetch, "GET", `${url}/analytics/lookups/v3/currencies`)).status);
    expect(statuses).toEqual([503, 500, 200]);
    child.kill(signal);
    expect(await ended).toEqual([0, null]);
    expect(output.err).toBe("");
  });

  it("writes an OAuth configuration that only its owner can read", async () => {
    const folder = await mkdtemp(join(tmpdir(), "simulator-"));
    const file = join(folder, "oauth.json");
    const { child, printed, ended } = start("--port", "0", "--oauth-config", file);
    try {
      const url = await printed(/listening on (http:\S+)\n/);
      await printed(/(OAuth configuration written)/);
      expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject({
        wellKnownUri: `${url}/.well-known/openid-configuration`,
      });
      expect((await stat(file)).mode & 0o777).toBe(0o600);
    } finally {
      child.kill();
      await ended;
      await rm(folder, { recursive: true });
    }
  });

  it("tells a port in use in one line", { tags: "full" }, async () => {
    const first = start("--port", "0");
    const url = await first.printed(/listening on (http:\S+)\n/);
    const second = start("--port", new URL(url).port);
    expect(await second.ended).toEqual([1, null]);
    expect(second.output.err.trim().split("\n")).toEqual([expect.stringContaining("EADDRINUSE")]);
    first.child.kill();
    await first.ended;
  });
});
