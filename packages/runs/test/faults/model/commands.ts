import { cancel, collect, type JobRequest, poll, submit } from "@analytics-engines/core";
import fc from "fast-check";
import { run, type System } from "./system.ts";

/** What the test knows about the process without reading its state. */
export interface Model {
  alive: boolean;
}

type Command = fc.AsyncCommand<Model, System>;

/** A single call for one job. It needs a living process. */
class Step implements Command {
  readonly #name: string;
  readonly #request: JobRequest;
  readonly #act: (system: System, request: JobRequest) => Promise<unknown>;
  constructor(name: string, request: JobRequest, act: (system: System, request: JobRequest) => Promise<unknown>) {
    this.#name = name;
    this.#request = request;
    this.#act = act;
  }
  check = ({ alive }: Model) => alive;
  async run(model: Model, system: System): Promise<void> {
    await system.attempt(() => this.#act(system, this.#request));
    model.alive = system.isAlive;
    checkPromises(system);
  }
  toString = () => `${this.#name} ${this.#request.family}`;
}

async function submitOnce(system: System, request: JobRequest): Promise<void> {
  // A handle exists as soon as the create may have been sent. From then on, only a resume may send it.
  if (system.handle(request.key) === undefined) await submit(request, system.options());
}

async function pollSome(system: System, { key }: JobRequest, answers: number): Promise<void> {
  const handle = system.handle(key);
  if (handle?.phase !== "running" || handle.outcome !== undefined) return;
  let left = answers;
  for await (const _ of poll(handle, system.options())) if (--left <= 0) return;
}

async function collectOnce(system: System, { key }: JobRequest): Promise<void> {
  const handle = system.handle(key);
  if (handle === undefined || handle.phase === "creating" || handle.outcome !== undefined) return;
  system.told.push(JSON.stringify(await collect(handle, system.options())));
}

async function cancelOnce(system: System, { key }: JobRequest): Promise<void> {
  const handle = system.handle(key);
  if (handle !== undefined) system.told.push(JSON.stringify(await cancel(handle, system.options())));
}

/** Any other command: it acts on the service, the network or the process. */
class Event implements Command {
  readonly #name: string;
  readonly #act: (system: System) => unknown;
  constructor(name: string, act: (system: System) => unknown) {
    this.#name = name;
    this.#act = act;
  }
  check = () => true;
  async run(model: Model, system: System): Promise<void> {
    await this.#act(system);
    model.alive = system.isAlive;
    checkPromises(system);
  }
  toString = () => this.#name;
}

/** What must hold at every moment. */
export function checkPromises({ broken, simulator }: System): void {
  if (broken.length > 0) throw new Error(broken.join("; "));
  for (const family of new Set(run.map((request) => request.family))) {
    const jobs = simulator.jobs.filter((job) => job.family === family);
    if (jobs.some(({ creates }) => creates > 1)) throw new Error(`A job of ${family} was created twice.`);
    const living = jobs.filter(({ state }) => state !== "Cancelled");
    if (living.length > 1) throw new Error(`${living.length} jobs of ${family} live.`);
    for (const { units } of jobs)
      for (const { id, resultReads } of units)
        if (resultReads > 1) throw new Error(`The result of ${id} of ${family} was given twice.`);
  }
}

const request = fc.constantFrom(...run);
const fault = fc
  .tuple(
    fc.constantFrom("create", "status", "result", "info", "parameters", "cancel", "any"),
    fc.constantFrom("#1", "#2", "#3", "*3", "~10%", "~30%"),
    // 404 is not in this list: the client believes the service's own 404 if it comes twice. `slip` adds one that comes once.
    fc.constantFrom(
      "refused",
      "reset",
      "lost",
      "reset-after-headers",
      "cut",
      "wrong-length",
      "broken-gzip",
      "broken-json",
      "503",
      "500",
      "429",
      "slow:300",
      "delay:20",
      "delay:90",
      "foreign-location",
      "stalled",
    ),
  )
  .map(([where, when, what]) => `${where}${when}=${what}`);
/** One 404 of the service itself. The command first removes all faults, so that no second 404 follows. */
const slip = fc.constantFrom("status", "result", "info", "parameters", "cancel").map((where) => `${where}#1=404`);
const seconds = fc.integer({ min: 1, max: 100 });

export const commands = fc.commands<Model, System, false>(
  [
    request.map((of) => new Step("submit", of, submitOnce)),
    fc
      .tuple(request, fc.integer({ min: 1, max: 4 }))
      .map(([of, answers]) => new Step(`poll ${answers}`, of, (system) => pollSome(system, of, answers))),
    request.map((of) => new Step("collect", of, collectOnce)),
    request.map((of) => new Step("cancel", of, cancelOnce)),
    fault.map((text) => new Event(`fault ${text}`, ({ simulator }) => simulator.faults.add(text))),
    slip.map(
      (text) =>
        new Event(`slip ${text}`, ({ simulator }) => {
          simulator.faults.clear();
          simulator.faults.add(text);
        }),
    ),
    fc
      .integer({ min: 1, max: 50 })
      .map((s) => new Event(`create ${s} s late`, ({ delivery }) => delivery.delayCreate(s))),
    // With two requests, the second gets the answer to the first, and its own answer is lost.
    fc.integer({ min: 2, max: 6 }).map((n) => new Event(`displace ${n}`, ({ delivery }) => delivery.displace(n))),
    fc.constant(
      new Event("no faults", ({ simulator, delivery }) => {
        simulator.faults.clear();
        delivery.clear();
      }),
    ),
    seconds.map((s) => new Event(`limit ${s} s`, ({ simulator }) => simulator.faults.add(`any#1=429:${s}`))),
    fc.integer({ min: 1, max: 40 }).map((n) => new Event(`kill after ${n}`, (system) => system.killAfter(n))),
    fc.constant(new Event("resume", (system) => system.resume())),
    fc
      .record({ seconds, cancel: fc.boolean() })
      .map((stop) => new Event(`resume and stop ${JSON.stringify(stop)}`, (system) => system.resume(stop))),
    seconds.map((s) => new Event(`wait ${s} s`, ({ clock }) => clock.run(() => waitFor(clock, s)))),
  ],
  { maxCommands: 14 },
);

export function waitFor(clock: System["clock"], s: number): Promise<void> {
  return new Promise((resolve) => void clock.setTimer(1000 * s, resolve));
}
