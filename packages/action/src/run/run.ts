import { getState } from "@actions/core";
import { saveState } from "../github/outputs.ts";
import { main } from "./main.ts";
import { post } from "./post.ts";

// The runner starts this file for the step and again after the job, however the step ended.
if (getState("phase") === "post") await post();
else {
  saveState("phase", "post");
  await main();
}
