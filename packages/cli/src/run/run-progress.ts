import type { RunEvent } from "@analytics-engines/core";
import { count } from "../terminal/count.ts";
import type { Progress, ProgressStream } from "../terminal/progress.ts";
import { visible } from "../terminal/visible.ts";

/** Says on standard error how the jobs go: a line for what happened and, on a terminal, one below that shows where all of them are. */
export function createRunProgress(total: number, progress: Progress, stream: ProgressStream = process.stderr) {
  const running = new Map<string, number | undefined>();
  let done = 0;
  const say = (text: string) => {
    progress.clear();
    stream.write(`${visible(text)}\n`);
  };
  const overview = () => {
    const shown = Array.from(running, ([key, percent]) =>
      percent === undefined ? key : `${key} ${Math.floor(percent)} %`,
    );
    progress.step(`${done} of ${count(total, "job")} done${shown.length > 0 ? `, running: ${shown.join(", ")}` : ""}`);
  };
  return (event: RunEvent): void => {
    switch (event.type) {
      case "job-created":
        running.set(event.key, undefined);
        say(`${event.key}: submitted${event.jobId === undefined ? "" : ` as job ${event.jobId}`}`);
        break;
      case "job-progress":
        running.set(event.key, event.progress);
        break;
      case "unit-finished": {
        const { id, status, stored, errors } = event.unit;
        const reason = errors[0]?.detail ?? errors[0]?.title;
        const what = stored === undefined ? status : `stored, ${count(stored.bytes, "byte")}`;
        say(
          `${event.key}: unit ${id}: ${status === "success" ? what : status}${reason === undefined ? "" : `: ${reason}`}`,
        );
        break;
      }
      case "commentary-created":
        say(`${event.key}: unit ${event.unitId}: commentary asked for`);
        break;
      case "commentary-finished": {
        const { stored, problem = "" } = event;
        const what = stored === undefined ? `warning: ${problem}` : `commentary stored, ${count(stored.bytes, "byte")}`;
        say(`${event.key}: unit ${event.unitId}: ${what}`);
        break;
      }
      case "job-finished":
        running.delete(event.key);
        done++;
        say(
          `${event.key}: ${event.outcome.status}${event.outcome.problem ? `: ${event.outcome.problem.message}` : ""}`,
        );
        break;
      case "unreachable":
        say(`no usable answer from the service, trying again: ${event.reason}`);
        break;
      case "waiting":
        say(`waiting ${Math.ceil(event.seconds)} s: the service allows no more requests until then`);
        break;
    }
    overview();
  };
}
