import type { Exchange } from "../exchange.ts";
import { unitsDocument } from "../service/answer.ts";
import { bareDocument } from "../service/jobs.ts";
import { addressOf, type Kind } from "../service/kinds.ts";
import type { Answer } from "../wire/encode.ts";
import type { Fault } from "./fault.ts";
import type { MatrixStep } from "./steps.ts";

const json = "application/json";
const notCancel: readonly MatrixStep[] = ["create", "look", "status", "result", "info"];

const page =
  "<!DOCTYPE html><html><head><title>Sign in</title></head><body><form>Your session has ended.</form></body></html>";

/** The right status with a wrong body, or with values that are not ids. An info document can be any JSON except an error list. */
export const bodyFaults: readonly Fault[] = [
  body("html", "a sign-in page", "text/html", () => page),
  body("empty", "an empty body", json, () => ""),
  body(
    "braces",
    "`{}`",
    json,
    () => "{}",
    (_, step) => step !== "info",
  ),
  body("errors", '`{"errors":[]}`', json, () => '{"errors":[]}'),
  body(
    "data-null",
    '`{"data":null}`',
    json,
    () => '{"data":null}',
    (kind, step) => step !== "info" && !isAsked(kind, step),
  ),
  body("status-document", "a status document", json, statusDocument, (_, step) => step === "result"),
  ...[
    id("other-id", "the id of another job", ({ otherJob }) => otherJob?.id ?? "0".repeat(32)),
    id("empty-id", "an empty id", () => ""),
    id("dot-id", "the id `..`", () => ".."),
    id("surrogate-id", "an id with half a character", () => "\ud800"),
  ],
  {
    name: "odd-units",
    title: "the status names further units: `..`, `.`, an empty one, half a character",
    group: "body",
    steps: ["status"],
    fits: (kind) => kind.answers === "units",
    begin: () => async (exchange) => {
      const answer = exchange.act();
      const document = unitsOf(exchange);
      const odd = Object.fromEntries(["..", ".", "", "\ud800"].map((name) => [name, { status: "Success" }]));
      const units = { ...odd, ...document.data.units };
      const text = JSON.stringify({ ...document, data: { ...document.data, units } });
      await exchange.send({ ...answer, body: Buffer.from(text) });
    },
  },
];

/** Whether the body is the correct one: that of the status of the kind `asked`. */
const isAsked = (kind: Kind, step: MatrixStep) => kind.id === "asked" && step === "status";

function body(
  name: string,
  title: string,
  contentType: string,
  make: (exchange: Exchange) => string,
  fits?: Fault["fits"],
): Fault {
  return {
    name,
    title: `the proper status with ${title}`,
    group: "body",
    steps: notCancel,
    ...(fits && { fits }),
    begin: () => async (exchange) => {
      const answer = exchange.act();
      await exchange.send({ ...answer, contentType, body: Buffer.from(make(exchange)), framing: "length" });
    },
  };
}

function id(name: string, title: string, make: (exchange: Exchange) => string): Fault {
  const hasId = (kind: Kind, step: MatrixStep) => step === "create" || kind.answers !== "single";
  return {
    name,
    title: `the answer has ${title}`,
    group: "body",
    steps: ["create", "look", "status"],
    fits: (kind, step) => hasId(kind, step) && kind.gives !== "at-create",
    begin: () => async (exchange) => exchange.send(withId(exchange, exchange.act(), make(exchange))),
  };
}

/** The answer with the id of another job in it. */
export function withId({ kind, target }: Exchange, answer: Answer, jobId: string): Answer {
  const others = answer.headers.filter(([name]) => name !== "Location");
  const segment = jobId.isWellFormed() ? encodeURIComponent(jobId) : "%ED%A0%80";
  const address = `${addressOf(kind)}/${segment}${kind.answers === "bare" ? "" : "/status"}`;
  const headers: Answer["headers"] = target.step === "create" ? [...others, ["Location", address]] : others;
  if (answer.body.length === 0) return { ...answer, headers };
  if (kind.answers === "bare")
    return { ...answer, headers, body: bareDocument(jobId, answer.status === 200 ? "Done" : "InProgress", "other") };
  const told =
    kind.answers === "single"
      ? { data: { calculationId: jobId } }
      : unitsDocument(kind, { id: jobId, consumed: new Set() }, answer.status === 200);
  return { ...answer, headers, body: Buffer.from(JSON.stringify(told)) };
}

function unitsOf({ kind, target }: Exchange) {
  return unitsDocument(kind, { id: target.jobId ?? "", consumed: new Set() }, true);
}

function statusDocument(exchange: Exchange): string {
  return JSON.stringify(unitsOf(exchange));
}
