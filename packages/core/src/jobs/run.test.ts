import { describe, expect, it } from "vitest";
import { createWorld, only, requests } from "../../test/jobs/world.ts";

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
    console.log(outcome, world.traffic());
    expect(outcome.status).toBe("success");
    expect(outcome.units.map(({ id, status }) => [id, status])).toEqual(units.map((id) => [id, "success"]));
  });
});
