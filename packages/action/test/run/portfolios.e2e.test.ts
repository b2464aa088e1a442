import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parse } from "yaml";
import { readDocuments } from "../../../../.ci/docs/documents.ts";
import { pageBlocks } from "../../../../.ci/docs/page-script.ts";
import { evaluateCondition, evaluateText } from "../support/workflow/expressions.ts";
import { createWorld, user, type World } from "../support/world.ts";

// The workflow at the end of docs/start/portfolios.md, night after night, in the repository that the page has made by then.

interface Step {
  readonly id?: string;
  readonly if?: string;
  readonly uses: string;
  readonly with: Readonly<Record<string, unknown>>;
}

const FILE = "docs/start/portfolios.md";
const WORKFLOW = ".github/workflows/nightly.yml";
const rows = ["name,account,benchmark"];
for (const number of ["0001", "0002", "0003"])
  rows.push(`mandate-${number},Client:/Mandates/MANDATE_${number}.ACCT,BMK:WORLD`);

let world: World;
let store: string;
let steps: readonly Step[] = [];
beforeAll(async () => {
  world = await createWorld();
  // The file share: it is outside of the checkout.
  store = mkdtempSync(path.join(os.tmpdir(), "share-"));
  for (const document of readDocuments().filter(({ file }) => file === FILE))
    for (const block of pageBlocks(document)) {
      if (block.kind !== "file") continue;
      if (block.path === WORKFLOW) steps = parse(block.content).jobs.run.steps;
      else world.write(block.path, block.content.replace("http://127.0.0.1:8080", world.url));
    }
  rmSync(path.join(world.workspace, "parameters/weights.pa.json"));
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  rmSync(store, { recursive: true });
});

/** Plays the steps of the workflow with these rows. Returns the exit code of the run, and the text of the message, if one is sent. */
async function playNight(csv: readonly string[]) {
  world.write("parameters/mandates.csv", `${csv.join("\n")}\n`);
  rmSync(path.join(world.workspace, "analytics-run"), { recursive: true, force: true });
  const vars = { ANALYTICS_USERNAME: user.username };
  const secrets = { ANALYTICS_API_KEY: user.password, SLACK_WEBHOOK_URL: "https://hooks.slack.example/x" };
  const outputs: Record<string, { readonly outputs: Readonly<Record<string, string>> }> = {};
  let code: number | null = 0;
  let message: string | undefined;
  for (const step of steps) {
    const contexts = { vars, secrets, steps: outputs };
    if (!evaluateCondition(step.if, contexts, { failed: code !== 0, canceled: false })) continue;
    const inputs = Object.fromEntries(
      Object.entries(step.with).map(([name, value]) => [name, evaluateText(value, contexts)]),
    );
    if (step.uses.startsWith("analytics-engines/action@")) {
      // The artifact of the earlier run is at GitHub, with which the tests of the input `earlier` deal.
      const places = { "base-url": world.url, "history-store": store, earlier: "", reuse: "" };
      const ended = await world.run({ files: "", ...inputs, ...places });
      code = ended.code;
      outputs[step.id ?? ""] = ended;
    } else if (step.uses.startsWith("slackapi/")) message = parse(inputs["payload"] ?? "").blocks[0].text.text;
  }
  return { code, message };
}

it("sends a message when a unit fails and when it is fixed, and none on the nights between", async () => {
  const closed = rows.map((row) => row.replace("MANDATE_0003", "CLOSED"));
  expect(await playNight(rows)).toEqual({ code: 0, message: undefined });
  expect(await playNight(closed)).toEqual({
    code: 1,
    message: expect.stringMatching(
      /1 new failure.*\nfailed parameters\/mandates\.pa\.sweep\.json#mandate-0003: success, now failure: Invalid account/,
    ),
  });
  expect(await playNight(closed)).toEqual({ code: 1, message: undefined });
  const { code, message } = await playNight(rows);
  expect([code, message]).toEqual([
    0,
    expect.stringMatching(/recovered parameters\/mandates\.pa\.sweep\.json#mandate-0003/),
  ]);
});
