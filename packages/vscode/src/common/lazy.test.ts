import { describe, expect, it } from "vitest";
import { lazily } from "./lazy.ts";

describe("a lazy value", () => {
  it("loads at the first call, once for all callers", async () => {
    let loads = 0;
    const get = lazily(async () => {
      loads += 1;
      return { loads };
    });
    expect(loads).toBe(0);
    const [one, other] = await Promise.all([get(), get()]);
    expect(await get()).toBe(one);
    expect(other).toBe(one);
    expect(loads).toBe(1);
  });

  it("loads again after a failure", async () => {
    let loads = 0;
    const get = lazily(async () => {
      loads += 1;
      if (loads === 1) throw new Error("the disk is full");
      return loads;
    });
    await expect(get()).rejects.toThrow("the disk is full");
    await expect(get()).resolves.toBe(2);
  });
});
