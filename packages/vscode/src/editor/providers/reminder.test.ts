import { createVirtualClock } from "@analytics-engines/core/testing";
import { expect, it } from "vitest";
import { createReminder, firstDelayMs, lastDelayMs } from "./reminder.ts";

function world() {
  const clock = createVirtualClock({ start: 0 });
  const shown = new Set<string>();
  const reminders: number[] = [];
  const reminder = createReminder(
    clock,
    (key) => shown.has(key),
    () => reminders.push(clock.now()),
  );
  const wait = (ms: number) => clock.run(new Promise<void>((resolve) => void clock.setTimer(ms, () => resolve())));
  return { shown, reminders, reminder, wait };
}

it("reminds of visible documents with growing delays, up to a limit", async () => {
  const { shown, reminders, reminder, wait } = world();
  shown.add("a");
  reminder.expect("a");
  await wait(10 * lastDelayMs);
  expect(reminders).toEqual([1, 3, 7, 15, 31, 63, 127].map((times) => times * firstDelayMs));
});

it("does not remind after a request", async () => {
  const { shown, reminders, reminder, wait } = world();
  shown.add("a");
  reminder.expect("a");
  await wait(firstDelayMs + 1);
  reminder.done("a");
  await wait(lastDelayMs);
  expect(reminders).toEqual([firstDelayMs]);
});

it("reminds of a hidden document once it is visible", async () => {
  const { shown, reminders, reminder, wait } = world();
  reminder.expect("a");
  await wait(lastDelayMs);
  expect(reminders).toEqual([]);
  shown.add("a");
  reminder.check();
  await wait(firstDelayMs + 1);
  expect(reminders).toEqual([lastDelayMs + firstDelayMs]);
});

it("does not remind after its end", async () => {
  const { shown, reminders, reminder, wait } = world();
  shown.add("a");
  reminder.expect("a");
  reminder.dispose();
  await wait(lastDelayMs);
  expect(reminders).toEqual([]);
});
