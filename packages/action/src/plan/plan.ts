import { createLog } from "../github/log.ts";
import { main } from "./main.ts";

// The runner starts this file.
const { env } = process;
// A stack then names our sources; without it the maps are not loaded.
if (env["RUNNER_DEBUG"] === "1") process.setSourceMapsEnabled(true);
process.exitCode = await main(env, createLog());
