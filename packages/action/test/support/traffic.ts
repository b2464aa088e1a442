import type { Simulator } from "@analytics-engines/simulator";

/**
 * The requests of a run as text, the same each time: grouped by job in the order of the files, ids replaced by what they are.
 * Reviewing a change of it is reviewing a change of the traffic. Polls that found a job running are left out: how many there are is a
 * matter of how busy the machine is.
 */
export function formatTraffic(requests: Simulator["requests"]): string {
  const byAddress = new Map<string, string[]>();
  for (const { method, path, query, headers, status } of requests) {
    if (isEarlyPoll(method, status)) continue;
    const address = path.replace(/\/[0-9a-f]{32}(?=\/|$)/, "/{id}");
    const family = /\/(?:engines\/)?(\w+)\/v\d\//.exec(path)?.[1] ?? "";
    const shown = Object.entries(headers)
      .filter(([name]) => name !== "content-length" && name !== "user-agent")
      .map(([name, value]) => `${name}: ${value}`);
    const search = Object.keys(query).length === 0 ? "" : `?${new URLSearchParams(query)}`;
    const line = [`${method} ${address}${search} -> ${status}`, ...shown.map((header) => `    ${header}`)].join("\n");
    byAddress.set(family, [...(byAddress.get(family) ?? []), line]);
  }
  const families = [...byAddress].sort(([a], [b]) => (a < b ? -1 : 1));
  return families
    .map(
      ([family, lines]) =>
        `${family}\n${[...lines]
          .sort()
          .map((line) => `  ${line.replaceAll("\n", "\n  ")}`)
          .join("\n")}\n`,
    )
    .join("\n");
}

function isEarlyPoll(method: string, status: number | undefined): boolean {
  return method === "GET" && status === 202;
}
