import { expect, it } from "vitest";
import { Interrupted, listenToSignals, onStopSignals } from "./stop.ts";

const signals = ["SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"] as const;

it.each(signals)("%s ends a run, and is an ordinary signal again afterwards", (name) => {
  const before = process.listenerCount(name);
  const heard: unknown[] = [];
  {
    using interruption = listenToSignals((...about) => heard.push(about));
    // The second is the Ctrl-Break that a runner on Windows sends after Ctrl-C.
    for (const each of [name, "SIGBREAK"] as const) process.emit(each);
    expect(interruption.signal.reason).toBeInstanceOf(Interrupted);
    expect(interruption.signal.reason.message).toBe(`The run was stopped by ${name}.`);
  }
  expect(heard).toEqual([
    [name, false],
    ["SIGBREAK", true],
  ]);
  expect(process.listenerCount(name)).toBe(before);
});

it("each signal reaches a listener once, until it ends", () => {
  const heard: string[] = [];
  const stopListening = onStopSignals((name) => void heard.push(name));
  for (const name of signals) process.emit(name);
  stopListening();
  expect(heard).toEqual(signals);
});
