import type { ServiceErrorItem } from "@analytics-engines/core";
import type { Service } from "../service.ts";

/** What a schema has to say of a request. */
export interface SchemaIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  /** The names that the model does not know. */
  readonly keys?: readonly string[];
}

/** Schema issues as the service writes errors: a sentence with a pointer, or JSON text keyed by a path. */
export function errorItems(issues: readonly SchemaIssue[], service: Service): ServiceErrorItem[] {
  const paths = issues.map((issue) => ({
    message: issue.message,
    path: [...issue.path, ...(issue.keys?.slice(0, 1) ?? [])].map(String),
  }));
  if (service.settings.badRequestDetail === "keyed") {
    return [
      { detail: JSON.stringify(Object.fromEntries(paths.map(({ path, message }) => [path.join("."), [message]]))) },
    ];
  }
  const escaped = (name: string) => name.replaceAll("~", "~0").replaceAll("/", "~1");
  return paths.map(({ path, message }) => ({
    detail: message,
    source: { pointer: `/${path.map(escaped).join("/")}` },
  }));
}
