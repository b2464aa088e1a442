import { createVirtualClock } from "@analytics-engines/core/testing";
import { expect, it } from "vitest";
import { createReminder, FIRST_DELAY_MS, LAST_DELAY_MS } from "./reminder.ts";

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
  await wait(10 * LAST_DELAY_MS);
  expect(reminders).toEqual([1, 3, 7, 15, 31, 63, 127].map((times) => times * FIRST_DELAY_MS));
});

it("does not remind after a request", async () => {
  const { shown, reminders, reminder, wait } = world();
  shown.add("a");
  reminder.expect("a");
  await wait(FIRST_DELAY_MS + 1);
  reminder.done("a");
  await wait(LAST_DELAY_MS);
  expect(reminders).toEqual([FIRST_DELAY_MS]);
});

it("reminds of a hidden document once it is visible", async () => {
  const { shown, reminders, reminder, wait } = world();
  reminder.expect("a");
  await wait(LAST_DELAY_MS);
  expect(reminders).toEqual([]);
  shown.add("a");
  reminder.check();
  await wait(FIRST_DELAY_MS + 1);
  expect(reminders).toEqual([LAST_DELAY_MS + FIRST_DELAY_MS]);
});

it("does not remind after its end", async () => {
  const { shown, reminders, reminder, wait } = world();
  shown.add("a");
  reminder.expect("a");
  reminder.dispose();
  await wait(LAST_DELAY_MS);
  expect(reminders).toEqual([]);
});
