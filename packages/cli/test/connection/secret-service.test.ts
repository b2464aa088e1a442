import { readFileSync } from "node:fs";
import path from "node:path";
import { createSimulator } from "@analytics-engines/simulator";
import { describe, expect, onTestFinished, test } from "vitest";
import { useBuiltCommand, workplace } from "../support/command.ts";
import { filesWith } from "../support/files-with.ts";
import { ensureSecretService, startSecretService } from "../support/secret-service.ts";

useBuiltCommand();

const example = readFileSync(path.resolve(import.meta.dirname, "../../../../docs/examples/weights.pa.json"), "utf8");
const secret = "kL9zQwErTyUi0pCanary8zXc";

describe("on a real Secret Service", { tags: "full" }, () => {
  test.runIf(ensureSecretService())(
    "login, doctor, run and logout keep the secret in the keyring alone, and a locked keyring gives nothing",
    async () => {
      const users = [{ username: "DEMO-1", password: secret }];
      const simulator = createSimulator({ jobSeconds: 0, maxAgeSeconds: 1, users });
      const { url, close } = await simulator.listen();
      onTestFinished(close);
      const { folder: home } = workplace();
      const { folder, write, run, pipe } = workplace();
      write("weights.pa.json", example);
      await using service = await startSecretService(home);
      const { env } = service;
      const login = ["login", "prod", "--username", "DEMO-1", "--secret", "-", "--base-url", url];
      expect(await pipe(secret, login, env)).toMatchObject({
        code: 0,
        stdout: expect.stringContaining("Stored in the system's keyring: profile prod"),
      });
      const who = await run(["doctor", "--connection", "prod", "--json"], env);
      expect(JSON.parse(who.stdout).credentials).toMatchObject({
        profile: "prod",
        user: "DEMO-1",
        source: "keyring",
        isAccepted: true,
      });
      expect(await run(["run", "--connection", "prod"], env)).toMatchObject({ code: 0 });
      expect(simulator.jobs).toHaveLength(1);
      expect([...filesWith(secret, home), ...filesWith(secret, folder)]).toEqual([]);

      // An OAuth configuration, the longest kind of credentials.
      write("oauth.json", JSON.stringify(await simulator.oauthConfiguration(url)));
      expect(await run(["login", "night", "--oauth-config", "oauth.json", "--base-url", url], env)).toMatchObject({
        code: 0,
      });
      expect(await run(["doctor", "--connection", "night"], env)).toMatchObject({ code: 0 });

      service.lock();
      const locked = expect.stringContaining("it is locked, and nobody unlocked it");
      expect(await pipe(secret, login, env)).toMatchObject({ code: 2, stderr: locked });
      expect(await run(["run", "--connection", "prod", "--output", "second"], env)).toMatchObject({
        code: 2,
        stderr: locked,
      });
      expect(await run(["logout", "prod"], env)).toMatchObject({ code: 2, stderr: locked });
      expect([...filesWith(secret, home), ...filesWith(secret, folder)]).toEqual([]);
    },
  );

  test.runIf(ensureSecretService())("logout removes a profile for good", async () => {
    const simulator = createSimulator();
    const { url, close } = await simulator.listen();
    onTestFinished(close);
    const { folder, run, pipe } = workplace();
    await using service = await startSecretService(folder);
    const login = ["login", "--username", "DEMO-1", "--secret", "-", "--base-url", url];
    expect(await pipe("demo", login, service.env)).toMatchObject({ code: 0 });
    expect(await run(["doctor"], service.env)).toMatchObject({ code: 0 });
    const outcomes = [await run(["logout", "--json"], service.env), await run(["logout", "--json"], service.env)];
    expect(outcomes.map(({ stdout }) => JSON.parse(stdout).isRemoved)).toEqual([true, false]);
    expect(await run(["doctor"], service.env)).toMatchObject({ code: 2 });
  });
});
