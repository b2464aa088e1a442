import { describe, expect, it } from "vitest";
import { clientBefore, createWorld, manyPa, only, requests } from "../../../test/support/world.ts";
import { StorageError } from "../errors.ts";
import type { JobRequest } from "../types.ts";

describe("the units in progress", () => {
  const jobOf = (count: number, at: number) =>
    requests.paUnits(
      Array.from({ length: count }, (_, unit) => `job ${at} unit ${unit}`),
      `job-${at}.pa.json`,
    );

  it.each<[string, readonly number[]]>([
    ["three sweeps of 399", [399, 399, 399]],
    ["a job of more than the service takes at once, between small ones", [2, 501, 3]],
    ["many small ones beside a large one", [120, 90, 450, 60, 200, 10]],
  ])("are never more than the service takes, so no create is refused: %s", async (_name, counts) => {
    // Above the limit, the service takes a job that is alone.
    const world = createWorld({ maxRunningUnits: Math.max(500, ...counts) });
    const created: number[] = [];
    let most = 0;
    const outcomes = await world.run(counts.map(jobOf), {
      onEvent(event) {
        if (event.type === "job-created") created.push(counts[Number(/\d+/.exec(event.key)?.[0])] ?? 0);
        if (event.type === "job-finished") created.splice(created.indexOf(event.outcome.units.length), 1);
        const running = created.reduce((sum, count) => sum + count, 0);
        if (created.length > 1) most = Math.max(most, running);
      },
    });
    expect(outcomes.map(({ status }) => status)).toEqual(counts.map(() => "success"));
    expect(world.traffic().filter((line) => line.endsWith(" 429"))).toEqual([]);
    expect(most).toBeLessThanOrEqual(500);
  });

  it("do not keep a run from its end when it is stopped", async () => {
    const world = createWorld();
    const stop = new AbortController();
    const outcomes = await world.run([399, 399, 399].map(jobOf), {
      signal: stop.signal,
      onEvent: (event) => event.type === "job-created" && stop.abort(new Error("enough")),
    });
    expect(outcomes.map(({ status }) => status)).toEqual(["canceled", "canceled", "canceled"]);
    expect(world.simulator.jobs).toHaveLength(1);
  });
});

describe("a job of each way to answer", () => {
  it.each([
    ["units", requests.pa(), ["weights"]],
    ["units with info documents", requests.quant(), ["prices", "screen"]],
    ["documents as bytes", requests.pub(), ["book"]],
    ["one result, which is the finished status", requests.fi(), ["result"]],
    ["a status document", requests.fiab(), ["result"]],
  ])("%s", async (_name, request, units) => {
    const world = createWorld();
    const outcome = only(await world.run([request]));
    expect(outcome.units.map(({ id, status }) => [id, status])).toEqual(units.map((id) => [id, "success"]));
    expect(outcome).toMatchObject({ key: request.key, status: "success", jobId: only(world.simulator.jobs).id });
    expect(outcome.problem).toBeUndefined();
    for (const { id, stored } of outcome.units) {
      expect(world.store.files.get(`${request.key}/${id}/result`)).toHaveLength(stored?.bytes ?? -1);
    }
    expect(only(world.simulator.jobs)).toMatchObject({ creates: 1, cancels: 0 });
  });

  it("keeps the document that says a fiab job is done, and does not ask for it a second time", async () => {
    const world = createWorld();
    await world.run([requests.fiab()]);
    expect(world.traffic().filter((request) => request.endsWith(" 200"))).toHaveLength(1);
  });

  it("reads the info document of a unit before its result", async () => {
    const world = createWorld();
    const outcome = only(await world.run([requests.quant()]));
    expect(world.traffic().slice(-4)).toEqual(["GET info 200", "GET result 200", "GET info 200", "GET result 200"]);
    expect(outcome.units.every(({ info }) => info !== undefined && info.bytes > 0)).toBe(true);
  });

  it.each([
    ["units", requests.pa()],
    ["one result", requests.fi()],
  ])("%s, given at once as the answer to the create", async (_name, request) => {
    const world = createWorld({ inlineSeconds: 60 });
    const outcome = only(await world.run([request]));
    expect(outcome.status).toBe("success");
    expect(world.traffic()).toEqual(["PUT createOrUpdate 201"]);
    expect(world.store.files.size).toBe(1);
  });

  it("reports a single unit that fails at once", async () => {
    const world = createWorld({ inlineSeconds: 60 });
    const outcome = only(await world.run([broken("weights")]));
    expect(world.traffic()).toEqual(["PUT createOrUpdate 200"]);
    expect(outcome).toMatchObject({ status: "failure", problem: { code: "unit-failed" } });
    expect(only(outcome.units).errors[0]?.detail).toMatch(/component/i);
  });

  it("reports units that fail among units that succeed", async () => {
    const world = createWorld();
    const body = { data: { ...dataOf(requests.paUnits(["good", "fine"])), ...dataOf(broken("bad")) } };
    const outcome = only(await world.run([{ key: "mixed", family: "pa", body }]));
    expect(outcome.units.map(({ id, status }) => `${id} ${status}`)).toEqual([
      "good success",
      "fine success",
      "bad failure",
    ]);
    expect(outcome).toMatchObject({
      status: "failure",
      problem: { message: "1 of 3 units did not succeed: bad (failure)." },
    });
    expect(world.store.files.size).toBe(2);
  });
});

describe("a run", () => {
  it("answers in the order of the requests and keeps to its concurrency", async () => {
    const world = createWorld({ jobSeconds: ({ id }) => 10 + (Number.parseInt(id.slice(0, 2), 16) % 50) });
    let most = 0;
    const open = new Set<string>();
    const outcomes = await world.run(manyPa(12), {
      concurrency: 3,
      onEvent(event) {
        if (event.type === "job-created") open.add(event.key);
        if (event.type === "job-finished") open.delete(event.key);
        most = Math.max(most, open.size);
      },
    });
    expect(outcomes.map(({ key, status }) => [key, status])).toEqual(manyPa(12).map(({ key }) => [key, "success"]));
    expect(most).toBe(3);
  });

  it("sends the first job alone, so that refused credentials are tried once if the caller then stops", async () => {
    const stop = new AbortController();
    const world = createWorld({ users: [{ username: "DEMO-1", password: "other" }] });
    const outcomes = await world.run(manyPa(8), {
      concurrency: 5,
      signal: stop.signal,
      onEvent: (event) => event.type === "job-finished" && stop.abort(),
    });
    expect(world.traffic()).toEqual(["PUT createOrUpdate 401"]);
    expect(outcomes.map(({ problem }) => problem?.code)).toEqual(["authentication", ...Array(7).fill("canceled")]);
  });

  it("does not wait for long for the answer about the first job", async () => {
    const world = createWorld({ faults: ["create#1=delay:50"] });
    const startedAt = world.clock.now();
    await world.run(manyPa(3), { concurrency: 3 });
    expect(world.simulator.requests.map(({ at }) => at - startedAt).slice(0, 3)).toEqual([0, 5000, 5000]);
  });

  it("reports what happens in order, with the id before the first wait", async () => {
    const world = createWorld();
    await world.run([requests.pa()]);
    const types = world.events.map(({ type }) => type);
    expect([types[0], ...types.slice(-2)]).toEqual(["job-created", "unit-finished", "job-finished"]);
    const progress = world.events.flatMap((event) => (event.type === "job-progress" ? [event.progress ?? -1] : []));
    expect(progress.at(-1)).toBe(100);
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
  });

  it("refuses two requests with one key, and options that make no sense", async () => {
    const world = createWorld();
    await expect(world.run([requests.pa(), requests.pa()])).rejects.toThrow("weights.pa.json");
    await expect(world.run([requests.pa()], { concurrency: 0 })).rejects.toThrow(RangeError);
    await expect(world.run([requests.pa()], { jobDeadlineSeconds: 0 })).rejects.toThrow(RangeError);
    expect(world.simulator.requests).toHaveLength(0);
  });

  it("continues with the others when one job is refused", async () => {
    const world = createWorld();
    const outcomes = await world.run([
      { key: "bad", family: "pa", body: { data: { one: { wrong: 1 } } } },
      requests.pa(),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(["failure", "success"]);
    // The service refused the job, so the outcome has no id of it.
    expect(outcomes[0]).toMatchObject({ jobId: undefined, problem: { code: "bad-request" } });
    expect(outcomes[0]?.units.map(({ id, status, errors }) => [id, status, errors.length > 0])).toEqual([
      ["one", "failure", true],
    ]);
  });

  it("reads nothing and creates nothing when all is done before", async () => {
    const world = createWorld();
    const first = await world.run([requests.pa(), requests.fi()]);
    const before = world.simulator.requests.length;
    expect(await world.run([requests.pa(), requests.fi()])).toEqual(first);
    expect(world.simulator.requests).toHaveLength(before);
  });
});

describe("a stop of one job", () => {
  it("cancels it on the service while the others go on, and a resumed run does not begin it again", async () => {
    const world = createWorld({ jobSeconds: 60 });
    const [first, second, third] = manyPa(3);
    if (!first || !second || !third) throw new Error("there are three");
    const own = new AbortController();
    const run = new AbortController();
    world.clock.setTimer(20_000, () => own.abort());
    world.clock.setTimer(30_000, () => run.abort());
    const jobSignal = (key: string) => (key === second.key ? own.signal : undefined);
    const options = { signal: run.signal, jobSignal, cancelOnAbort: false };
    const outcomes = await world.run([first, second, third], options);
    expect(outcomes.map(({ status, problem }) => [status, problem?.code])).toEqual([
      ["unknown", "still-running"],
      ["canceled", "job-stopped"],
      ["unknown", "still-running"],
    ]);
    expect(outcomes[1]?.problem?.message).toBe("The job was canceled on the service.");
    expect(world.simulator.jobs.map(({ cancels }) => cancels)).toEqual([0, 1, 0]);
    const resumed = await world.run([first, second, third]);
    expect(resumed.map(({ status }) => status)).toEqual(["success", "canceled", "success"]);
    expect(resumed[1]).toEqual(outcomes[1]);
    expect(world.simulator.jobs.map(({ creates }) => creates)).toEqual([1, 1, 1]);
  });

  it("that has not begun creates nothing", async () => {
    const world = createWorld();
    const [first, second] = manyPa(2);
    if (!first || !second) throw new Error("there are two");
    const jobSignal = (key: string) => (key === second.key ? AbortSignal.abort() : undefined);
    const outcomes = await world.run([first, second], { concurrency: 1, jobSignal });
    expect(outcomes.map(({ status, jobId }) => [status, jobId !== undefined])).toEqual([
      ["success", true],
      ["canceled", false],
    ]);
    expect(only(world.simulator.jobs).creates).toBe(1);
    expect((await world.run([first, second])).map(({ status }) => status)).toEqual(["success", "canceled"]);
  });

  it("cuts off what does not end in time", async () => {
    const world = createWorld({ faults: ["result=slow:100"] });
    const own = new AbortController();
    const outcome = only(
      await world.run([requests.pa()], {
        jobSignal: () => own.signal,
        onEvent: (event) =>
          event.type === "job-progress" && event.progress === 100 && world.clock.setTimer(5000, () => own.abort()),
      }),
    );
    expect(only(outcome.units).status).toBe("lost");
  });

  it("that cannot be canceled says so, and a resumed run continues it", async () => {
    const world = createWorld({ jobSeconds: 60, faults: ["cancel=delay:3600"] });
    const own = new AbortController();
    world.clock.setTimer(20_000, () => own.abort());
    const outcome = only(await world.run([requests.pa()], { jobSignal: () => own.signal }));
    expect(outcome).toMatchObject({ status: "unknown", problem: { code: "still-running" } });
    expect(only(await world.run([requests.pa()])).status).toBe("success");
    expect(only(world.simulator.jobs).creates).toBe(1);
  });
});

describe("a stop", () => {
  it("cancels each job on the service once, begins no other, and resumes with new jobs", async () => {
    const world = createWorld({ jobSeconds: 1000 });
    const stop = new AbortController();
    world.clock.setTimer(20_000, () => stop.abort(new Error("enough")));
    const outcomes = await world.run(manyPa(5), { concurrency: 3, signal: stop.signal });
    expect(outcomes.map(({ status, jobId }) => [status, jobId !== undefined])).toEqual([
      ["canceled", true],
      ["canceled", true],
      ["canceled", true],
      ["canceled", false],
      ["canceled", false],
    ]);
    expect(world.simulator.jobs.map(({ state, cancels }) => [state, cancels])).toEqual(Array(3).fill(["Cancelled", 1]));
    const resumed = await world.run(manyPa(5));
    expect(resumed.map(({ status }) => status)).toEqual(Array(5).fill("success"));
    expect(world.simulator.jobs.map(({ creates }) => creates)).toEqual(Array(8).fill(1));
  });

  it("leaves the jobs running if asked to, and a resumed run reads their results", async () => {
    const world = createWorld({ jobSeconds: 1000 });
    const stop = new AbortController();
    world.clock.setTimer(20_000, () => stop.abort());
    const stopped = only(await world.run([requests.pa()], { signal: stop.signal, cancelOnAbort: false }));
    expect(stopped).toMatchObject({ status: "unknown", problem: { code: "still-running" } });
    expect(stopped.problem?.message).toContain(
      `https://api.example/analytics/engines/pa/v3/calculations/${stopped.jobId}`,
    );
    const outcome = only(await world.run([requests.pa()]));
    expect(outcome).toMatchObject({ status: "success", jobId: stopped.jobId });
    expect(only(world.simulator.jobs)).toMatchObject({ creates: 1, cancels: 0 });
  });

  it.each([
    ["a job's deadline", { jobDeadlineSeconds: 60 }],
    ["the run's deadline", { runDeadlineSeconds: 60 }],
  ])("past %s ends a job that it leaves running as timed out, and a resumed run reads its result", async (_, limit) => {
    const world = createWorld({ jobSeconds: 1000 });
    const late = only(await world.run([requests.pa()], { ...limit, cancelOnAbort: false }));
    expect(late).toMatchObject({ status: "timed-out", jobId: only(world.simulator.jobs).id });
    expect(late.problem).toMatchObject({ code: "job-deadline", message: expect.stringContaining("left to run") });
    expect(late.problem?.message).toContain(`/calculations/${late.jobId}`);
    expect(late.units.map(({ status }) => status)).toEqual(["timed-out"]);
    expect(only(await world.run([requests.pa()]))).toMatchObject({ status: "success", jobId: late.jobId });
    expect(only(world.simulator.jobs)).toMatchObject({ creates: 1, cancels: 0 });
  });

  it("says which job could not be canceled, within 7 s", async () => {
    const world = createWorld({ jobSeconds: 1000, faults: ["cancel=delay:3600"] });
    const stop = new AbortController();
    const startedAt = world.clock.now();
    world.clock.setTimer(20_000, () => stop.abort());
    const outcome = only(await world.run([requests.pa()], { signal: stop.signal }));
    expect(world.clock.now() - startedAt).toBeLessThanOrEqual(27_000);
    expect(outcome).toMatchObject({ status: "unknown", problem: { code: "still-running" } });
    expect(outcome.problem?.message).toContain("did not answer within 4 s");
    expect(outcome.problem?.message).toContain(`/calculations/${outcome.jobId}`);
  });

  it("does not take a bare 404 to the cancel as the service's answer, because the job may still run", async () => {
    const world = createWorld({ jobSeconds: 1000 });
    const client = clientBefore(world, ({ method }) =>
      method === "DELETE" ? new Response("<html/>", { status: 404 }) : undefined,
    );
    const stop = new AbortController();
    world.clock.setTimer(60_000, () => stop.abort());
    const outcome = only(await world.run([requests.pa()], { client, signal: stop.signal }));
    expect(outcome).toMatchObject({ status: "unknown", problem: { code: "still-running" } });
    expect(only(world.simulator.jobs).state).toBe("Executing");
  });

  it("says that a job of a family without cancel still runs", async () => {
    const world = createWorld({ jobSeconds: 1000 });
    const stop = new AbortController();
    world.clock.setTimer(20_000, () => stop.abort());
    const outcome = only(await world.run([requests.fiab()], { signal: stop.signal }));
    expect(outcome).toMatchObject({ status: "unknown", problem: { code: "still-running" } });
    expect(world.entries.map(({ type }) => type)).toEqual(["create", "created", "finished"]);
  });

  it("waits for a result that is arriving", async () => {
    const world = createWorld({ faults: ["result=slow:100000"] });
    const stop = new AbortController();
    const outcome = only(
      await world.run([requests.pa()], {
        signal: stop.signal,
        onEvent: (event) =>
          event.type === "job-progress" && event.progress === 100 && world.clock.setTimer(200, () => stop.abort()),
      }),
    );
    expect(outcome.status).toBe("success");
  });

  it("reports a result as lost if it does not arrive in that time", async () => {
    const world = createWorld({ faults: ["result=slow:100"] });
    const stop = new AbortController();
    const outcome = only(
      await world.run([requests.pa()], {
        signal: stop.signal,
        onEvent: (event) =>
          event.type === "job-progress" && event.progress === 100 && world.clock.setTimer(5000, () => stop.abort()),
      }),
    );
    expect(only(outcome.units).status).toBe("lost");
  });

  it("while creates are refused cancels nothing: there is nothing that could run", async () => {
    const stop = new AbortController();
    const sent: string[] = [];
    const world = createWorld({
      client: {
        fetch: async (request) => {
          sent.push(request.method);
          stop.abort();
          return new Response(null, { status: 401 });
        },
      },
    });
    const outcomes = await world.run(manyPa(3), { concurrency: 3, signal: stop.signal });
    const begun = outcomes.filter(({ problem }) => problem?.code === "authentication");
    expect(begun.map(({ status, jobId }) => [status, jobId])).toEqual(begun.map(() => ["failure", undefined]));
    expect(outcomes.map(({ status }) => status)).toEqual(
      outcomes.map((outcome) => (begun.includes(outcome) ? "failure" : "canceled")),
    );
    expect(sent).toEqual(begun.map(() => "PUT"));
    expect(begun.length).toBeGreaterThan(0);
  });

  it("has an effect before the first request", async () => {
    const world = createWorld();
    const outcome = only(await world.run([requests.pa()], { signal: AbortSignal.abort() }));
    expect(outcome).toMatchObject({ status: "canceled", jobId: undefined, units: [] });
    expect(world.simulator.requests).toHaveLength(0);
  });
});

describe("a deadline", () => {
  it("of a job cancels it there and says so", async () => {
    const world = createWorld({ jobSeconds: ({ units }) => (units === 1 ? 1000 : 10) });
    const outcomes = await world.run([requests.pa(), requests.paUnits(["a", "b"])], { jobDeadlineSeconds: 60 });
    expect(outcomes.map(({ status }) => status)).toEqual(["timed-out", "success"]);
    expect(outcomes[0]?.problem).toMatchObject({
      code: "job-deadline",
      message: expect.stringContaining("Its job was canceled on the service."),
    });
    expect(world.simulator.jobs.map(({ cancels }) => cancels)).toEqual([1, 0]);
    expect(only(outcomes[0]?.units ?? []).status).toBe("timed-out");
  });

  it("looks once more before it cancels: a job that ended just before is collected", async () => {
    const world = createWorld({ jobSeconds: 58, maxAgeSeconds: 50 });
    const outcome = only(await world.run([requests.pa()], { jobDeadlineSeconds: 60 }));
    expect(outcome.status).toBe("success");
  });

  it("of the run ends all jobs, also those that had not begun", async () => {
    const world = createWorld({ jobSeconds: 100 });
    const outcomes = await world.run(manyPa(3), { concurrency: 1, runDeadlineSeconds: 150 });
    expect(outcomes.map(({ status }) => status)).toEqual(["success", "timed-out", "timed-out"]);
    expect(outcomes[2]).toMatchObject({ jobId: undefined });
    expect(world.simulator.jobs.map(({ cancels }) => cancels)).toEqual([0, 1]);
  });

  it("that passes while the service is away leaves the job unknown, with its address", async () => {
    const world = createWorld({ jobSeconds: 30, faults: ["status=reset", "cancel=reset"] });
    const outcome = only(await world.run([requests.pa()], { jobDeadlineSeconds: 60 }));
    expect(outcome.status).toBe("unknown");
    expect(outcome.problem?.message).toContain(`/pa/v3/calculations/${outcome.jobId}`);
    world.simulator.faults.clear();
    expect(only(await world.run([requests.pa()])).status).toBe("success");
    expect(only(world.simulator.jobs).creates).toBe(1);
  });
});

describe("a disk that fails", () => {
  const full = Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });

  it("under the journal stops the run before the next request, and names what is left on the service", async () => {
    const world = createWorld();
    let writes = 0;
    const journal = {
      earlier: [],
      append: async (entry: (typeof world.entries)[number]) => {
        if (++writes > 4) throw full;
        world.entries.push(entry);
      },
    };
    const failure = world.run(manyPa(3), { journal, concurrency: 2 });
    await expect(failure).rejects.toThrow(StorageError);
    await expect(failure).rejects.toMatchObject({ jobIds: world.simulator.jobs.map(({ id }) => id), cause: full });
    await expect(failure).rejects.toThrow(/no space left on device\..* Make room and resume the run\.$/);
    expect(world.traffic().filter((line) => line.includes("result") || line.includes("cancel"))).toEqual([]);
    expect(world.simulator.jobs).toHaveLength(2);
    const resumed = await world.run(manyPa(3));
    expect(resumed.map(({ status }) => status)).toEqual(["success", "success", "success"]);
    expect(world.simulator.jobs.map(({ creates }) => creates)).toEqual([1, 1, 1]);
  });

  it("under a result stops the run: no other result is asked for that could not be kept", async () => {
    const world = createWorld({ jobSeconds: 10 });
    const store = { ...world.store, store: async () => Promise.reject(full) };
    const failure = world.run(manyPa(4), { store, concurrency: 4 });
    await expect(failure).rejects.toThrow(/could not be kept.*ENOSPC/);
    expect(
      world.simulator.jobs.flatMap(({ units }) => units.filter(({ returned }) => returned)).length,
    ).toBeLessThanOrEqual(4);
    const again = await world.run(manyPa(4));
    expect(
      again.filter(({ status }) => status !== "success").every(({ problem }) => problem?.code === "lost-result"),
    ).toBe(true);
  });
});

function dataOf(request: JobRequest): object {
  const { body } = request;
  return typeof body === "object" && body !== null && "data" in body && typeof body.data === "object"
    ? (body.data ?? {})
    : {};
}

/** A `pa` request whose unit the service takes and cannot compute. */
function broken(unit: string): JobRequest {
  const [one] = Object.values(dataOf(requests.pa()));
  return { key: "broken", family: "pa", body: { data: { [unit]: { ...one, componentid: "0".repeat(64) } } } };
}
