// The built Action on Windows, as the runner starts its steps. Each case uses what those before it have written. There is no git under Wine, so
// `plan` and `review`, which read a repository, only say what they lack.

import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import {
  type PreparedStep,
  planAction,
  prepareStep,
  reviewAction,
  runAction,
  validateAction,
} from "../../packages/action/test/support/runner/runner.ts";
import { createSimulator, defaultUser } from "../../packages/simulator/src/index.ts";
import { root } from "../steps.ts";
import type { Counts, Windows } from "./windows.ts";

type Step = ReturnType<PreparedStep["close"]> & { readonly code: number | undefined; readonly text: string };

interface Case {
  readonly name: string;
  readonly action: string;
  readonly inputs: Readonly<Record<string, string>>;
  /** Whether the action has no inputs for a service, or gets none. */
  readonly isOffline?: true;
  /** Makes it the `post` phase of the step before it. */
  readonly isPost?: true;
  readonly code: number;
  /** Whether the step has done what it should. */
  readonly holds: (step: Step, workspace: string) => boolean;
}

const hasError = (step: Step, message: RegExp) =>
  step.annotations.some((annotation) => annotation.level === "error" && message.test(annotation.message));

const inRun = (workspace: string, file: string) => path.join(workspace, "nightly", file);

const cases: readonly Case[] = [
  {
    name: "validate finds files by a glob, and annotates the one with a mistake by a path with slashes",
    action: validateAction,
    isOffline: true,
    inputs: { files: "book/**/*.pa.json" },
    code: 1,
    holds: (step) =>
      step.outputs["valid"] === "false" &&
      step.annotations.some(
        ({ level, file, line }) => level === "error" && file === "book/faulty/a.pa.json" && line === "4",
      ),
  },
  {
    name: "run stores every result, and says where by a path of Windows",
    action: runAction,
    inputs: { files: "book/sub ü/*.pa.json\nbook/weights.pa.json", artifacts: "none", "output-dir": "nightly" },
    code: 0,
    holds: (step, workspace) =>
      step.outputs["status"] === "success" &&
      /^[A-Z]:\\.*\\nightly$/.test(step.outputs["run-path"] ?? "") &&
      existsSync(inRun(workspace, "report.html")) &&
      !existsSync(inRun(workspace, "run.lock")) &&
      readFileSync(inRun(workspace, "manifest.json"), "utf8").includes('"book/sub ü/crlf.pa.json"'),
  },
  {
    name: "its post phase has nothing to cancel",
    action: runAction,
    inputs: {},
    isPost: true,
    code: 0,
    holds: (step) => step.annotations.length === 0,
  },
  {
    name: "run with the same parameters takes the results of the first run",
    action: runAction,
    inputs: {
      files: String.raw`.\book\weights.pa.json`,
      artifacts: "none",
      earlier: "nightly",
      reuse: "true",
      "output-dir": String.raw`again\today`,
    },
    code: 0,
    holds: (step) => step.outputs["status"] === "success",
  },
  {
    name: "run refuses a folder that Windows cannot make",
    action: runAction,
    inputs: { files: "book/weights.pa.json", artifacts: "none", "output-dir": String.raw`runs\CON` },
    code: 1,
    holds: (step, workspace) => hasError(step, /device/) && !existsSync(path.join(workspace, "runs")),
  },
  {
    name: "plan names the repository that it lacks",
    action: planAction,
    isOffline: true,
    inputs: { shards: "2" },
    code: 1,
    holds: (step) => hasError(step, /git/i),
  },
  {
    name: "review names what it lacks",
    action: reviewAction,
    isOffline: true,
    inputs: {},
    code: 1,
    holds: (step) => step.annotations.some(({ level }) => level === "error"),
  },
];

/** Runs all cases. Prints each that fails with what it printed. */
export async function runActionCases(windows: Windows): Promise<Counts> {
  const workspace = path.join(windows.folder, "workspace");
  for (const folder of [workspace, path.join(windows.folder, "action")])
    rmSync(folder, { recursive: true, force: true });
  writeRepository(workspace);
  const { url, close } = await createSimulator({ jobSeconds: 1, maxAgeSeconds: 1 }).listen();
  const failed: string[] = [];
  let state: Step["state"] = {};
  try {
    for (const actionCase of cases) {
      const action = await actionFor(windows, actionCase.action);
      const step = await runCase(windows, { workspace, url, state }, { ...actionCase, action });
      state = step.state;
      const isRight = step.code === actionCase.code && actionCase.holds(step, workspace);
      console.log(`${isRight ? "ok    " : "FAILED"} the Action: ${actionCase.name}`);
      if (isRight) continue;
      const { code, outputs, text } = step;
      console.log(`exit code ${code ?? "none"}\n${JSON.stringify(outputs)}\n${text.trim()}`.replace(/^/gm, "       "));
      failed.push(`the Action on Windows: ${actionCase.name}`);
    }
  } finally {
    await close();
    rmSync(workspace, { recursive: true, force: true });
  }
  return { passed: cases.length - failed.length, failed };
}

/** The folder of an action whose bundle Windows' Node reads: Node 22 lacks the newest words of the language. */
async function actionFor(windows: Windows, action: string): Promise<string> {
  if (windows.nodeMajor >= 24) return action;
  const copy = path.join(windows.folder, "action", path.relative(runAction, action));
  if (existsSync(path.join(copy, "dist"))) return copy;
  cpSync(path.join(action, "action.yml"), path.join(copy, "action.yml"));
  await build({
    entryPoints: globSync(path.join(action, "dist", "*.js")),
    outdir: path.join(copy, "dist"),
    target: `node${windows.nodeMajor}`,
    format: "esm",
    logLevel: "warning",
  });
  writeFileSync(path.join(copy, "package.json"), '{"type":"module"}');
  return copy;
}

async function runCase(
  windows: Windows,
  { workspace, url, state }: { readonly workspace: string; readonly url: string; readonly state: Step["state"] },
  { action, inputs, isPost, isOffline }: Case,
): Promise<Step> {
  const connection = { "base-url": url, username: defaultUser.username, password: defaultUser.password };
  const step = prepareStep(
    { action, workspace, inputs: { ...(!isOffline && connection), ...inputs }, ...(isPost && { post: state }) },
    windows.windowsPath,
  );
  const { code, text } = await windows.run(step.program, [], { cwd: workspace, env: step.env });
  return { ...step.close(text), code, text };
}

function writeRepository(workspace: string): void {
  const text = readFileSync(path.join(root, "docs", "examples", "weights.pa.json"), "utf8");
  const files = {
    "book/weights.pa.json": text,
    "book/sub ü/crlf.pa.json": text.replaceAll("\n", "\r\n"),
    "book/faulty/a.pa.json": '{\r\n  "data": {\r\n    "a": {\r\n      "acounts": []\r\n    }\r\n  }\r\n}\r\n',
  };
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(workspace, file)), { recursive: true });
    writeFileSync(path.join(workspace, file), content);
  }
}
