import { spawn } from "node:child_process";
import path from "node:path";
import { expect, it } from "vitest";
import { isFull } from "./support/sample.ts";

/** A fixed sample of the inputs, where not all are tried. */
const INPUTS = isFull ? 20_000 : 4_000;
/** A child that reports nothing for this long counts as one that never ends. Ten inputs take some milliseconds. */
const SILENCE_MS = 240_000;

/** Reads inputs in a process of its own; what went wrong, and how many were read and refused. */
function readDamaged(count: number): Promise<{ wrong: string[]; read: number; refused: number }> {
  const script = path.join(import.meta.dirname, "support/arrow/arrow-child.ts");
  const child = spawn(process.execPath, ["--conditions=source", "--no-warnings", script, "0", String(count)], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const wrong: string[] = [];
  let [at, rest, errors, read, refused] = [0, "", "", 0, 0];
  const onSilence = () => {
    wrong.push(`one of the ten inputs from ${at} on comes to no end`);
    child.kill("SIGKILL");
  };
  let silence = setTimeout(onSilence, SILENCE_MS);
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    clearTimeout(silence);
    silence = setTimeout(onSilence, SILENCE_MS);
    const lines = `${rest}${text}`.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const said: unknown = JSON.parse(line);
      if (typeof said !== "object" || said === null) continue;
      if ("at" in said) at = Number(said.at);
      if ("wrong" in said) wrong.push(String(said.wrong));
      if ("read" in said) read = Number(said.read);
      if ("refused" in said) refused = Number(said.refused);
    }
  });
  return new Promise((resolve) => {
    child.once("close", () => {
      clearTimeout(silence);
      if (errors !== "") wrong.push(errors);
      resolve({ wrong, read, refused });
    });
  });
}

it("damaged Arrow results: tables with all their rows or an error of ours, each in less than a second of computing", async () => {
  const count = INPUTS;
  const { wrong, read, refused } = await readDamaged(count);
  expect(wrong).toEqual([]);
  expect(read + refused).toBe(count);
  expect(read).toBeGreaterThan(count / 50);
});
