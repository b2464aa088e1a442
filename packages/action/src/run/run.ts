import { createLog } from "../github/log.ts";
import { main } from "./main.ts";

// A stack then names our sources; without it the maps are not loaded.
if (process.env["RUNNER_DEBUG"] === "1") process.setSourceMapsEnabled(true);
process.exitCode = await main(process.env, createLog());
