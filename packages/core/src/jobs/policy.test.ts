import { describe, expect, it } from "vitest";
import {
  ConflictError,
  ConnectionError,
  ForeignAddressError,
  MalformedAnswerError,
  NotFoundError,
  RateLimitError,
  ServerError,
  TimeoutError,
  UnexpectedStatusError,
} from "../service/errors/errors.ts";
import { isOutage, isRedirected, isTransient, mayHaveActed } from "./policy.ts";

const status = (code: number) => new UnexpectedStatusError(`${code}`, { status: code });
const said404 = new NotFoundError("404", { status: 404, errors: [{ title: "no such job" }] });

describe("what an error says about its request", () => {
  it.each([
    ["a connection that broke", new ConnectionError("reset"), "may have acted, transient, outage"],
    ["no answer in time", new TimeoutError("late"), "may have acted, transient, outage"],
    ["500", new ServerError("500"), "may have acted, transient, outage"],
    ["an unreadable answer", new MalformedAnswerError("no JSON"), "may have acted, transient, outage"],
    ["an address elsewhere", new ForeignAddressError("elsewhere"), "may have acted, transient, outage"],
    ["200 where none is declared", status(200), "may have acted, transient, outage"],
    ["a redirect", status(302), "may have acted, transient, outage"],
    ["399", status(399), "may have acted, transient, outage"],
    ["a status that is missing", new UnexpectedStatusError("none"), "may have acted, transient, outage"],
    ["408", status(408), "may have acted, transient, outage"],
    ["421", status(421), "may have acted, transient, outage"],
    ["400 of something else", status(400), "transient, outage"],
    ["407", status(407), "transient, outage"],
    ["409 of something else", status(409), "transient, outage"],
    ["451", status(451), "transient, outage"],
    ["a bare 404", new NotFoundError("404"), "transient, outage"],
    ["a 404 of the service", said404, ""],
    ["429", new RateLimitError("429"), "transient"],
    ["409", new ConflictError("409"), ""],
    ["an error of this side", new Error("the disk is full"), ""],
  ])("%s", (_, error, expected) => {
    const words = [
      mayHaveActed(error) && "may have acted",
      isTransient(error) && "transient",
      isOutage(error) && "outage",
    ];
    expect(words.filter((word) => word !== false).join(", ")).toBe(expected);
  });

  it.each([
    [303, true],
    [304, true],
    [302, false],
    [305, false],
  ])("%i in the place of the only copy of a result: %s", (code, isInPlace) => {
    expect(isRedirected(status(code))).toBe(isInPlace);
    expect(isRedirected(new ServerError(`${code}`, { status: code }))).toBe(false);
  });
});
