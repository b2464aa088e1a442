import type { Page } from "playwright-core";

/**
 * What each frame costs the page while `work` runs: milliseconds of the main thread's own processor time for script, style, layout and
 * paint. What other processes of a busy machine take is not in it. With it what the work gives.
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
