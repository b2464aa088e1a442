import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createProgress } from "./progress.ts";

// A CI system may run these tests.
beforeEach(() => {
  vi.stubEnv("CI", "");
  vi.stubEnv("TERM", "xterm-256color");
});
afterEach(() => {
  vi.unstubAllEnvs();
});

function watch(terminal: { isTTY?: boolean; columns?: number }) {
  const written: string[] = [];
  let time = 0;
  const stream = { ...terminal, write: (text: string) => written.push(text) };
  return {
    written,
    progress: createProgress(stream, () => time),
    wait(milliseconds: number) {
      time += milliseconds;
    },
  };
}

test("nothing is shown in the first second", () => {
  const { written, progress, wait } = watch({ isTTY: true, columns: 80 });
  progress.step("a");
  wait(999);
  progress.step("b");
  progress.clear();
  expect(written).toEqual([]);
});

test("a terminal gets one line that is drawn again, cut to its width and removed", () => {
  const { written, progress, wait } = watch({ isTTY: true, columns: 10 });
  wait(1000);
  progress.step("checking a long name\n");
  wait(99);
  progress.step("too soon");
  wait(1);
  progress.step("next");
  progress.clear();
  progress.clear();
  expect(written).toEqual(["checking…", "\r\u001b[K", "next", "\r\u001b[K"]);
});

test("a log gets a line now and then", () => {
  const { written, progress, wait } = watch({});
  for (let at = 0; at < 250; at++) {
    progress.step(`file ${at}`);
    wait(100);
  }
  progress.clear();
  expect(written).toEqual(["file 10\n", "file 110\n", "file 210\n"]);
});

test("what is known to take long is said at once", () => {
  const { written, progress } = watch({});
  progress.step("a large file", true);
  expect(written).toEqual(["a large file\n"]);
});
