import type { Page } from "playwright-core";

/**
 * The cost of each frame while `work` runs, and its result. In milliseconds of the main thread's processor time for script, style, layout
 * and paint, so that other processes do not count.
 */
export async function frameTimes<T>(page: Page, work: () => Promise<T>): Promise<{ times: number[]; result: T }> {
  const client = await page.context().newCDPSession(page);
  const times: number[] = [];
  client.on("Tracing.dataCollected", ({ value }) => {
    for (const event of value) {
      const time = event["name"] === "ProxyMain::BeginMainFrame" ? Number(event["tdur"]) / 1000 : Number.NaN;
      // Marks of the same name have no time.
      if (!Number.isNaN(time)) times.push(time);
    }
  });
  await client.send("Tracing.start", { traceConfig: { includedCategories: ["cc"] } });
  const result = await work();
  const complete = new Promise<void>((resolve) => client.once("Tracing.tracingComplete", () => resolve()));
  await client.send("Tracing.end");
  await complete;
  await client.detach();
  return { times, result };
}
