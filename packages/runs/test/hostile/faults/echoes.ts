import { partsOf, secretForms } from "../../../../core/test/support/service/secret-forms.ts";
import type { Exchange } from "../exchange.ts";
import { errorList, unitsDocument } from "../service/answer.ts";
import type { Answer } from "../wire/encode.ts";
import { withId } from "./bodies.ts";
import type { Fault } from "./fault.ts";

/** The credentials of a request in every form in which they can be repeated. */
export function credentialsIn(authorization: string): readonly string[] {
  const encoded = authorization.slice(authorization.indexOf(" ") + 1);
  const pair = Buffer.from(encoded, "base64").toString("utf8");
  return [authorization, encoded, pair, pair.slice(pair.indexOf(":") + 1)];
}

const echoingHeaders = ["X-Acme-Request-Key", "X-Acme-Api-Request-Key", "Warning", "X-Acme-Api-Calculation-Id", "ETag"];

/** The password in every form in which a program may write it, and the beginning of a header that was cut off. */
function everyForm(authorization: string): readonly string[] {
  const [, encoded = "", , password = ""] = credentialsIn(authorization);
  return [...secretForms.map(({ write }) => write(password)), `Basic ${encoded.slice(0, 20)}...`];
}

/** Parts of the forms that no file of a run may contain. */
export function canariesOf(authorization: string): readonly string[] {
  const [, encoded = "", , password = ""] = credentialsIn(authorization);
  const forms = secretForms.flatMap(({ write }) => {
    // What a form of another password has, too, says nothing of this one.
    const other = write("7".repeat(password.length));
    return partsOf(write(password)).filter((part) => !other.includes(part));
  });
  return [...new Set([...forms, ...partsOf(encoded).slice(8)])];
}

/** The answer with the credentials in place of the values of its headers. */
function echoed(exchange: Exchange, answer: Answer): Answer {
  const others = answer.headers.filter(([name]) => !echoingHeaders.includes(name));
  // A header is one line of ASCII.
  const forms = everyForm(exchange.authorization).filter((form) => /^[\x21-\x7e]+$/.test(form));
  const said = [...credentialsIn(exchange.authorization), ...forms];
  const first = exchange.number * echoingHeaders.length;
  const echoes = echoingHeaders.map((name, index) => [name, said[(first + index) % said.length] ?? ""] as const);
  return { ...answer, headers: [...others, ...echoes] };
}

const told = (exchange: Exchange) =>
  [...credentialsIn(exchange.authorization), ...everyForm(exchange.authorization)].join(" ");

/** The service repeats the credentials. */
export const echoFaults: readonly Fault[] = [
  {
    name: "echo-headers",
    title: "the credentials in the headers of the proper answer",
    group: "echo",
    begin: () => async (exchange) => exchange.send(echoed(exchange, exchange.act())),
  },
  {
    name: "echo-400",
    title: "a refusal with the credentials in each of its texts",
    group: "echo",
    begin: () => async (exchange) => {
      const body = Buffer.from(errorList(told(exchange), told(exchange)));
      const refusal = { status: 400, headers: [], contentType: "application/json", body, framing: "length" } as const;
      exchange.noteVerdict();
      await exchange.send(echoed(exchange, refusal));
    },
  },
  {
    name: "echo-id",
    title: "the credentials as the id of the job",
    group: "echo",
    steps: ["create", "look", "status"],
    fits: (kind, step) => kind.gives !== "at-create" && (step === "create" || kind.answers !== "single"),
    begin: () => async (exchange) => {
      const [, encoded = ""] = credentialsIn(exchange.authorization);
      await exchange.send(withId(exchange, exchange.act(), encoded));
    },
  },
  {
    name: "echo-status",
    title: "the credentials in the warnings and errors of the units, and as the id of one",
    group: "echo",
    steps: ["status"],
    fits: (kind) => kind.answers === "units",
    begin: () => async (exchange) => {
      const { kind, target } = exchange;
      const answer = exchange.act();
      const { data } = unitsDocument(kind, { id: target.jobId ?? "", consumed: new Set() }, true);
      const warnings = [...credentialsIn(exchange.authorization), ...everyForm(exchange.authorization)];
      const errors = [{ id: told(exchange), code: told(exchange), title: told(exchange), detail: told(exchange) }];
      const units = Object.entries(data.units).map(([id, unit]) => [id, { ...unit, warnings, errors }] as const);
      const [, encoded = ""] = warnings;
      const all = [...units, [encoded, { status: "Failed", errors }] as const];
      const body = JSON.stringify({ data: { ...data, units: Object.fromEntries(all) } });
      await exchange.send({ ...answer, body: Buffer.from(body) });
    },
  },
  {
    name: "echo-page",
    title: "a page with the credentials in place of the answer",
    group: "echo",
    steps: ["create", "look", "status", "result", "info"],
    begin: () => async (exchange) => {
      const body = Buffer.from(`<html><body>${told(exchange)}</body></html>`);
      await exchange.send({ ...exchange.act(), contentType: "text/html", body, framing: "length" });
    },
  },
  {
    name: "echo-result",
    title: "the credentials in the bytes of the result itself, which are the service's to choose",
    group: "echo",
    steps: ["result"],
    fits: (kind) => kind.contentType === "application/json",
    begin: () => async (exchange) => {
      const answer = exchange.act();
      const text = answer.body.toString("utf8").replace("ALDR", credentialsIn(exchange.authorization)[1] ?? "");
      await exchange.send(exchange.remake(answer, Buffer.from(text)));
    },
  },
  {
    name: "echo-table",
    title: "the credentials in every form as the ids of tables of the result",
    group: "echo",
    steps: ["result"],
    fits: (kind) => kind.answers === "units" && kind.contentType === "application/json",
    begin: () => async (exchange) => {
      const answer = exchange.act();
      const { data }: { data: { tables: { table_0: unknown } } } = JSON.parse(answer.body.toString("utf8"));
      const { table_0 } = data.tables;
      const echoes = everyForm(exchange.authorization).map((form) => [form, table_0] as const);
      const tables = { table_0, ...Object.fromEntries(echoes) };
      await exchange.send(exchange.remake(answer, Buffer.from(JSON.stringify({ data: { tables } }))));
    },
  },
];
