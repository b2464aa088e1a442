import { getState, saveState } from "@actions/core";
import { main } from "./main.ts";

// The runner starts this file for the step and, whatever became of it, again after the job. One file instead of two,
// since what two share would be files of their own, and each takes a millisecond to load.
if (getState("phase") === "post") {
  const { post } = await import("./post.ts");
  await post();
} else {
  saveState("phase", "post");
  await main();
}
