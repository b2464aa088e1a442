import { spawn } from "node:child_process";
import { once } from "node:events";

/** Starts the bare server in a process of its own. */
export async function startServer(): Promise<{ url: string; stop(): void }> {
  const child = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", `${import.meta.dirname}/children/server.ts`],
    {
      stdio: ["pipe", "pipe", "inherit"],
    },
  );
  const [line] = await once(child.stdout, "data");
  return { url: `http://127.0.0.1:${String(line).trim()}`, stop: () => child.stdin.end() };
}
