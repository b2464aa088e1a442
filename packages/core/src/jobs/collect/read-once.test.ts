import { describe, expect, it } from "vitest";
import { clientBefore, createWorld, only, requests, type World } from "../../../test/support/world.ts";
import type { JournalEntry } from "../types.ts";

const attempts = (world: World) =>
  world.simulator.jobs.flatMap(({ units }) => units.map(({ resultAttempts }) => resultAttempts));
const consumed = (world: World) =>
  world.simulator.jobs.flatMap(({ units }) => units.map(({ resultReads }) => resultReads));

describe("a result that breaks off", () => {
  it.each(["cut", "reset-after-headers", "wrong-length", "broken-gzip"])(
    "(%s) is lost, and named with job, unit, request key and bytes",
    async (fault) => {
      const world = createWorld({ faults: [`result=${fault}`] });
      const outcome = only(await world.run([requests.pa()]));
      expect(outcome).toMatchObject({ status: "failure", problem: { code: "lost-result" } });
      const unit = only(outcome.units);
      expect(unit).toMatchObject({ id: "weights", status: "lost", errors: [{ code: "lost-result" }] });
      expect(unit.stored).toBeUndefined();
      expect(unit.errors[0]?.detail).toMatch(
        new RegExp(`unit weights of job ${outcome.jobId} .*\\d+ bytes arrived \\(request key \\w+\\)`),
      );
      expect(attempts(world)).toEqual([1]);
    },
  );

  it("counts the bytes that arrived", async () => {
    const whole = createWorld();
    const bytes = only(only(await whole.run([requests.pa()])).units).stored?.bytes ?? 0;
    const world = createWorld({ faults: ["result=cut:50"] });
    const unit = only(only(await world.run([requests.pa()])).units);
    expect(unit.errors[0]?.detail).toContain(`${Math.floor(bytes / 2)} bytes arrived`);
  });

  it("does not take the other units with it", async () => {
    const world = createWorld({ faults: ["result#2=cut"] });
    const outcome = only(await world.run([requests.paUnits(["a", "b", "c"])]));
    expect(outcome.units.map(({ status }) => status)).toEqual(["success", "lost", "success"]);
  });

  it.each(["cut", "broken-gzip"])("(%s) as the answer to a status is lost too", async (fault) => {
    const world = createWorld({ jobSeconds: 7 });
    world.simulator.faults.add(`status#3=${fault}`);
    const outcome = only(await world.run([requests.fi()]));
    expect(only(outcome.units)).toMatchObject({ id: "result", status: "lost" });
    expect(consumed(world)).toEqual([1]);
  });

  it("as the answer to a status is asked for, where the service still has the result", async () => {
    const world = createWorld({ jobSeconds: 7 });
    const given = new TextEncoder().encode('{"data":null}');
    let isCut = false;
    const client = clientBefore(world, ({ method, url }) => {
      if (method !== "GET" || !url.endsWith("/status") || world.clock.now() < 7000 || isCut) return undefined;
      isCut = true;
      return new Response(given.subarray(0, 5), { status: 201, headers: { "content-type": "application/json" } });
    });
    expect(only(await world.run([requests.fi()], { client })).status).toBe("success");
    expect([isCut, consumed(world)]).toEqual([true, [1]]);
  });

  it("as the answer to a create is lost too", async () => {
    const world = createWorld({ inlineSeconds: 60, faults: ["create#1=cut"] });
    const outcome = only(await world.run([requests.pa()]));
    expect(only(outcome.units)).toMatchObject({ id: "weights", status: "lost" });
    expect(world.traffic()).toEqual(["PUT createOrUpdate 201"]);
  });
});

describe("the document of a finished job without units", () => {
  const finishedWith = async (document: string) => {
    const world = createWorld();
    const client = clientBefore(world, ({ method }) =>
      method === "GET" ? new Response(document, { headers: { "content-type": "application/json" } }) : undefined,
    );
    const outcome = only(await world.run([requests.fiab()], { client }));
    const kept = world.store.files.get("batch.fiab.json/result/result") ?? new Uint8Array();
    return { outcome, unit: only(outcome.units), kept: new TextDecoder("utf-8", { ignoreBOM: true }).decode(kept) };
  };

  it("is kept as received", async () => {
    const document = '\uFEFF{"status":"Done",\n  "value": 0.10000000000000000001 }';
    const { outcome, kept } = await finishedWith(document);
    expect(outcome.status).toBe("success");
    expect(kept).toBe(document);
  });

  it.each([
    ['{"value": 1.50}', "with no status"],
    ['{"value": 1.50,"status":"Unheard"}', 'with the status "Unheard"'],
    ['{"value": 1.50,"status":"Error"}', "could not compute"],
  ])("(%s) is kept if its status is not a success", async (document, said) => {
    const { outcome, unit, kept } = await finishedWith(document);
    expect(outcome.status).toBe("failure");
    expect(unit).toMatchObject({ status: "failure", stored: { bytes: document.length } });
    expect(unit.errors[0]?.title).toContain(said);
    expect(kept).toBe(document);
  });
});

describe("a read that brings no byte", () => {
  it.each(["reset", "503", "500", "429:30", "429"])(
    "(%s) is repeated: the service still has the result",
    async (fault) => {
      const world = createWorld({ faults: [`result#1=${fault}`] });
      expect(only(await world.run([requests.pa()])).status).toBe("success");
      expect(consumed(world)).toEqual([1]);
    },
  );

  it("but a bare 404, perhaps a proxy's, leaves it unknown, not lost; a resumed run reads it", async () => {
    const world = createWorld();
    const client = clientBefore(world, ({ url }) =>
      url.endsWith("/result") ? new Response("<html/>", { status: 404 }) : undefined,
    );
    const outcome = only(await world.run([requests.pa()], { client }));
    expect(outcome).toMatchObject({ status: "unknown", units: [{ status: "unknown" }] });
    expect(only(await world.run([requests.pa()])).status).toBe("success");
    expect(consumed(world)).toEqual([1]);
  });

  it("but was carried out is looked for, and is lost", async () => {
    const world = createWorld({ faults: ["result#1=lost"] });
    const outcome = only(await world.run([requests.pa()]));
    expect(only(outcome.units)).toMatchObject({ status: "lost" });
    expect(only(outcome.units).errors[0]?.detail).toContain("given away in an answer that did not arrive");
    expect(attempts(world)).toEqual([1]);
  });

  it("again and again leaves the unit unknown, not lost; a resumed run reads it", async () => {
    const world = createWorld({ faults: ["result=503"] });
    const outcome = only(await world.run([requests.pa()]));
    expect(outcome).toMatchObject({ status: "unknown", units: [{ status: "unknown" }] });
    world.simulator.faults.clear();
    expect(only(await world.run([requests.pa()])).status).toBe("success");
    expect(consumed(world)).toEqual([1]);
  });

  it("because the unit is not completed yet is repeated later, and is not taken for consumed", async () => {
    let early = 0;
    const world = createWorld({
      client: {
        fetch: async (request) => {
          if (!request.url.endsWith("/result") || early++ >= 3) return world.simulator.fetch(request);
          const detail = "Calculation Unit identifier weights not completed yet";
          return Response.json({ errors: [{ code: "NotFound", detail }] }, { status: 404 });
        },
      },
    });
    expect(only(await world.run([requests.pa()])).status).toBe("success");
  });

  it("because somebody else has read it leaves the unit lost", async () => {
    const world = createWorld();
    const outcomes = world.run([requests.pa()], {
      onEvent(event) {
        if (event.type !== "job-progress" || event.progress !== 100) return;
        const result = world.client.pa.calculations.result(event.jobId, "weights");
        result.then(({ data }) => data.bytes()).catch(() => {});
      },
    });
    expect(only(only(await outcomes).units)).toMatchObject({ status: "lost" });
  });
});

describe("an info document", () => {
  it("that cannot be read is a warning, and the result is read all the same", async () => {
    const world = createWorld({ faults: ["info=404"] });
    const outcome = only(await world.run([requests.quant()]));
    expect(outcome.units.map(({ status, info, warnings }) => [status, info, warnings.length])).toEqual([
      ["success", undefined, 1],
      ["success", undefined, 1],
    ]);
  });
});

describe("a read after a kill", () => {
  /** Lets a run end as if it was killed once `entry` was written: nothing after it reaches the journal. */
  async function killedAfter(world: World, isLast: (entry: JournalEntry) => boolean) {
    const stop = new AbortController();
    let dead = false;
    const journal = {
      earlier: [],
      append: async (entry: JournalEntry) => {
        if (!dead) world.entries.push(entry);
        dead ||= isLast(entry);
        if (dead) throw new Error("killed");
      },
    };
    await expect(world.run([requests.pa()], { journal, signal: stop.signal })).rejects.toThrow("killed");
  }

  it("that was not sent is sent", async () => {
    const world = createWorld();
    await killedAfter(world, ({ type }) => type === "reading");
    expect(attempts(world)).toEqual([0]);
    expect(only(await world.run([requests.pa()])).status).toBe("success");
    expect(attempts(world)).toEqual([1]);
  });

  it("whose bytes are whole counts as stored", async () => {
    const world = createWorld();
    await killedAfter(world, ({ type }) => type === "reading");
    const { data } = await world.clock.run(() =>
      world.client.pa.calculations.result(only(world.simulator.jobs).id, "weights"),
    );
    await world.store.store("weights.pa.json", "weights", "result", data);
    const outcome = only(await world.run([requests.pa()]));
    expect(only(outcome.units)).toMatchObject({ status: "success", stored: { bytes: expect.any(Number) } });
    expect(attempts(world)).toEqual([1]);
  });

  it("of which a part arrived is lost, and not repeated", async () => {
    const world = createWorld();
    await killedAfter(world, ({ type }) => type === "reading");
    world.store.halves.set("weights.pa.json/weights/result", 123);
    const outcome = only(await world.run([requests.pa()]));
    expect(only(outcome.units)).toMatchObject({ status: "lost" });
    expect(only(outcome.units).errors[0]?.detail).toContain("123 bytes arrived");
    expect(attempts(world)).toEqual([0]);
  });

  it("whose answer nobody received is lost, and not repeated", async () => {
    const world = createWorld();
    await killedAfter(world, ({ type }) => type === "reading");
    const { data } = await world.clock.run(() =>
      world.client.pa.calculations.result(only(world.simulator.jobs).id, "weights"),
    );
    await data.stream.cancel();
    expect(only(only(await world.run([requests.pa()])).units)).toMatchObject({ status: "lost" });
    expect(attempts(world)).toEqual([1]);
  });
});
