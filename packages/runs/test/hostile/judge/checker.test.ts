import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { HistoryEvent } from "../history.ts";
import type { Case, JobMade } from "./case.ts";
import { brokenPromises } from "./checker.ts";
import type { ToldFile, ToldUnit } from "./read-folder.ts";

const bytes = Buffer.from('{"data":"of a"}');
const digestOf = (content: Buffer) => createHash("sha256").update(content).digest("hex");
const unit: ToldUnit = {
  id: "a",
  status: "success",
  file: "1/a.json",
  bytes: bytes.length,
  sha256: digestOf(bytes),
  errors: 0,
};
const file: ToldFile = { path: "1.pa.json", jobId: "job-1", status: "success", units: [unit] };
const job: JobMade = {
  id: "job-1",
  marker: "MARKER-1",
  canceled: false,
  made: new Map([["a", bytes]]),
  infos: new Map([["a", Buffer.from("about a")]]),
  consumed: new Set(["a"]),
};
const requestAt = (exchange: number): HistoryEvent => ({
  ...{ at: 0, type: "request", exchange, connection: 1, method: "GET", path: "/", step: "result" },
  ...{ jobId: "job-1", unitId: "a" },
});
const accepted: HistoryEvent = { at: 0, type: "accepted", jobId: "job-1", marker: "MARKER-1" };
const consumed: HistoryEvent = { at: 0, type: "consumed", jobId: "job-1", unitId: "a" };
const sentBytes: HistoryEvent = {
  ...{
    at: 0,
    type: "sent-bytes",
    exchange: 1,
    jobId: "job-1",
    unitId: "a",
    kind: "result",
    whole: true,
    answers: true,
  },
};
const history = [accepted, requestAt(1), consumed, sentBytes];

const good: Case = {
  history,
  jobs: [job],
  files: [{ path: "1.pa.json", marker: "MARKER-1" }],
  units: ["a"],
  told: { status: "success", files: [file] },
  stored: new Map([["1/a.json", bytes]]),
  secrets: ["hunter2"],
  taken: new Map([[1, bytes.length]]),
  foreignRequests: 0,
  isResumed: true,
};

/** The good run with one unit that ended in another way. */
const ending = (status: string, errors: number, more: Partial<ToldFile> = {}): Case["told"] => {
  const rest = { status: "failure", code: "lost-result", message: "It is lost." };
  return { status: "failure", files: [{ ...file, ...rest, units: [{ id: "a", status, errors }], ...more }] };
};

/** The good run with more properties of its unit. */
const told = (more: Partial<ToldUnit>): Case["told"] => ({
  status: "success",
  files: [{ ...file, units: [{ ...unit, ...more }] }],
});

const other: JobMade = { ...job, id: "job-2", marker: "MARKER-2", made: new Map([["a", Buffer.from("of another")]]) };
const unconsumed: JobMade = { ...job, consumed: new Set() };

describe("the checker", () => {
  it("finds nothing in a good run", () => {
    expect(brokenPromises(good)).toEqual([]);
  });

  it.each<[string, Partial<Case>, RegExp]>([
    ["a second job under another id", { history: [...history, { ...accepted, jobId: "job-9" }] }, /second job/],
    ["a job that computes twice", { history: [...history, accepted] }, /second job/],
    ["a result that is asked for again", { history: [...history, requestAt(2)] }, /asked for after bytes/],
    [
      "another job's bytes",
      { jobs: [job, other], stored: new Map([["1/a.json", Buffer.from("of another")]]) },
      /wrong bytes, those of MARKER-2/,
    ],
    ["bytes that nobody made", { stored: new Map([["1/a.json", Buffer.from("{}")]]) }, /wrong bytes, nobody's/],
    [
      "a digest of other bytes",
      { told: { status: "success", files: [{ ...file, units: [{ ...unit, sha256: "" }] }] } },
      /digest/,
    ],
    ["a success without a file", { stored: new Map() }, /has no file/],
    [
      "an info document of another",
      {
        stored: new Map([...good.stored, ["1/info/a.json", Buffer.from("about b")]]),
        told: told({ info: "1/info/a.json", infoSha256: digestOf(Buffer.from("about b")) }),
      },
      /info document that is not its own/,
    ],
    ["an info document that is not there", { told: told({ info: "1/info/a.json", infoSha256: "" }) }, /not there/],
    ["a success without a unit", { units: ["a", "b"] }, /without b/],
    ["a success whose bytes never left", { history: [accepted, requestAt(1), consumed] }, /never left whole/],
    [
      "the name of another job",
      { told: { status: "success", files: [{ ...file, jobId: "job-2" }] } },
      /said to be of job job-2/,
    ],
    ["a loss that is none", { told: ending("lost", 1), history: [accepted], jobs: [unconsumed] }, /never given away/],
    ["an end without a name", { told: ending("failure", 1, { code: "" }) }, /without a name/],
    ["a unit without a reason", { told: ending("failure", 0) }, /says no reason/],
    ["an error of the program", { told: ending("failure", 1, { code: "internal" }) }, /program itself/],
    [
      "a credential in a file",
      { stored: new Map([...good.stored, ["journal.jsonl", Buffer.from("hunter2")]]) },
      /credential/,
    ],
    [
      "a credential in a name",
      { stored: new Map([...good.stored, ["hunter2.json", bytes.subarray(1)]]) },
      /credential/,
    ],
    ["a body without end that is taken", { taken: new Map([[7, 1e9]]) }, /endless body/],
    ["a request to another origin", { foreignRequests: 1 }, /another origin/],
    ["a result that is given up", { told: ending("failure", 1), jobs: [unconsumed] }, /still holds it/],
  ])("finds %s", (_, change, sentence) => {
    expect(brokenPromises({ ...good, ...change }).join("; ")).toMatch(sentence);
  });

  it.each<[string, Partial<Case>]>([
    [
      "a second job after the first was canceled",
      { history: [accepted, { at: 0, type: "canceled", jobId: "job-1" }, ...history] },
    ],
    [
      "a result that was asked for before any byte of it came",
      { history: [accepted, requestAt(0), requestAt(1), consumed, sentBytes] },
    ],
    [
      "a result that was asked for again because another answer came in place of its own",
      { history: [accepted, requestAt(1), consumed, { ...sentBytes, answers: false }, requestAt(2), sentBytes] },
    ],
    ["a result that was given away and is called lost", { told: ending("lost", 1) }],
    [
      "a job that the service refused in words",
      {
        told: ending("failure", 1),
        jobs: [unconsumed],
        history: [...history, { at: 0, type: "verdict", jobId: "job-1" }],
      },
    ],
    [
      "a credential that the service put into a result",
      {
        jobs: [{ ...job, made: new Map([["a", Buffer.from("hunter2")]]) }],
        stored: new Map([["1/a.json", Buffer.from("hunter2")]]),
        told: {
          status: "success",
          files: [{ ...file, units: [{ ...unit, bytes: 7, sha256: digestOf(Buffer.from("hunter2")) }] }],
        },
      },
    ],
  ])("allows %s", (_, change) => {
    expect(brokenPromises({ ...good, ...change })).toEqual([]);
  });
});
