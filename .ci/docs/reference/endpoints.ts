import { isFamilyId, titleWithId } from "../../../packages/core/src/basics.ts";
import { type AnswerKind, type Endpoint, endpoints, type RetryClass } from "../../../packages/core/src/index.ts";

/** How a request that failed on its way is sent again, by class, as `route.ts` defines them. */
const retries: Readonly<Record<RetryClass, string>> = {
  read: "Again on network errors, 408, 429, 500, 502, 503 and 504.",
  cancel: "As `read`; a 404 after that is success.",
  create: "Again on 429 alone, or if the request certainly did not leave.",
  write: "As `create`.",
  put: "As `create`. The caller reads the job's status before it sends it again.",
  result:
    "As `create`: the service gives it once, so nothing is sent again after the service may have received the request. A run continues as [decision 4](../architecture.md#decisions-with-their-reasons) says.",
};

/** `docs/reference/endpoints.md`: every operation, with what it takes, what it answers and how it is sent again. */
export function endpointsPage(): string {
  const groups = Map.groupBy(endpoints, ({ operation }) => operation.slice(0, operation.indexOf(".")));
  const classes = Object.entries(retries).map(([name, text]) => `| \`${name}\` | ${text} |`);
  return [
    "# Endpoints",
    "",
    `The ${endpoints.length} operations of the service, a row each: the method of the client, the request, and what it answers. Made from the rows in`,
    "`packages/core/src/service/endpoints` by `npm run build`; the client's methods and the simulator's routes come from the same rows.",
    "",
    "Query parameters are optional unless marked with `!`. A **result** is bytes, of which the content type names the type; other answers and bodies go by their model's name.",
    "",
    "| Retry | What is sent again |",
    "| --- | --- |",
    ...classes,
    "",
    "After a 429 the whole connection waits for its `Retry-After`.",
    "",
    ...Array.from(groups, ([name, rows]) => renderGroup(name, rows)),
  ].join("\n");
}

function renderGroup(name: string, rows: readonly Endpoint[]): string {
  return [
    `## ${isFamilyId(name) ? titleWithId(name) : name}`,
    "",
    "| Method of the client | Request | Query | Body | Answers | Retry |",
    "| --- | --- | --- | --- | --- | --- |",
    ...rows.map(renderRow),
    "",
  ].join("\n");
}

function renderRow({ operation, method, path, query, body, answers, retry }: Endpoint): string {
  const parameters = Object.entries(query).map(([name, { required }]) => `\`${name}\`${required ? "!" : ""}`);
  const kinds = Object.entries(answers).map(([status, kind]) => `${status}: ${answerText(kind)}`);
  const cells = [
    `\`${operation}\``,
    `\`${method} ${path}\``,
    parameters.join(", "),
    body === undefined ? "" : `\`${body}\``,
    kinds.join("<br>"),
    `\`${retry}\``,
  ];
  return `| ${cells.join(" | ")} |`;
}

function answerText(kind: AnswerKind): string {
  if (kind === "result") return "**result**";
  return kind === "none" ? "nothing" : `\`${kind}\``;
}
