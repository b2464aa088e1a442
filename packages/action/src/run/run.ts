import { saveState } from "../github/command-files.ts";
import { createLog } from "../github/log.ts";
import { main } from "./main.ts";

// The runner starts this file for the step and, whatever became of it, again after the job. One file instead of two,
// since what two share would be files of their own, and each takes a millisecond to load.
const { env } = process;
// A stack then names our sources; without it the maps are not loaded.
if (env["RUNNER_DEBUG"] === "1") process.setSourceMapsEnabled(true);
if (env["STATE_phase"] === "post") {
  const { post } = await import("./post.ts");
  await post(env, createLog());
} else {
  saveState(env["GITHUB_STATE"], "phase", "post");
  process.exitCode = await main(env, createLog());
}
