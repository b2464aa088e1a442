import { systemClock } from "@analytics-engines/core/basics";
import { createServiceNames, dateSource } from "@analytics-engines/runs/lookup";
import type { ToolService, ToolWorld } from "@analytics-engines/runs/tools";
import { readSettings } from "../project/read-settings.ts";
import type { ServerConnection } from "./connection.ts";
import { createRunFinder } from "./known-runs.ts";
import { loadFamilySchema } from "./schemas.ts";

/**
 * What the tools may read: a folder, the runs in it, and the service of a connection. Each call of a tool opens a world, which reads the
 * project file again; the names of the service are kept.
 */
export function createWorldSource(folder: string, connect: () => ServerConnection): () => ToolWorld {
  const names = createServiceNames(async () => connect().client, { clock: systemClock, onAnswer: () => undefined });
  const runs = createRunFinder(folder);
  const today = () => new Date();
  const hasService = () => {
    try {
      return connect() !== undefined;
    } catch {
      return false;
    }
  };
  return () => {
    const { families, unknownProperties, checks } = readSettings({}, folder);
    return {
      folders: [folder],
      reading: () => ({ families: families.value, unknownProperties: unknownProperties.value }),
      checks: () => checks.value,
      unsaved: () => undefined,
      runs,
      async service(): Promise<ToolService> {
        // Reports a missing or unusable connection before any request.
        connect();
        return { names, dates: dateSource(names, today()), benchmarks: [] };
      },
      hasService,
      schema: loadFamilySchema,
      guide: async () => (await import("../../../../docs/files/parameter-files.md")).default,
      today,
    };
  };
}
