import { getState } from "@actions/core";
import { saveState } from "../github/outputs.ts";
import { main } from "./main.ts";

// The runner starts this file for the step and again after the job, however the step ended. It is one file, because modules that two files
// share would become files of their own, and each takes a millisecond to load.
if (getState("phase") === "post") {
  const { post } = await import("./post.ts");
  await post();
} else {
  saveState("phase", "post");
  await main();
}
