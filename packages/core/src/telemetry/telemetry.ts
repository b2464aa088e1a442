import type { Attributes, Registry, ReportedStep, Telemetry } from "./types.ts";

/**
 * Where `@opentelemetry/api` keeps what an application has registered, for all its copies. The place is read without the package, so that it is
 * loaded nowhere, and a bundle works with whatever version of it the application has.
 */
const registryKey = Symbol.for("opentelemetry.js.api.1");

const isRegistry = (value: unknown): value is Registry =>
  typeof value === "object" && value !== null && ("trace" in value || "metrics" in value);

function registered(): Registry | undefined {
  const registry = Reflect.get(globalThis, registryKey);
  return isRegistry(registry) ? registry : undefined;
}

const silentStep: ReportedStep = { add() {}, fail() {} };

/** Reports nothing. */
export const noTelemetry: Telemetry = {
  step: (_name, _attributes, work) => work(silentStep),
  request: (_name, _attributes, work) => work(silentStep),
  noteStep() {},
  count() {},
};

/**
 * Reports to the OpenTelemetry providers of the application. While it has registered none, nothing is reported, and no code for it is loaded.
 * @param redact removes the credentials of the connection from a text
 */
export function openTelemetry(redact: (text: string) => string): Telemetry {
  let reports: Promise<Telemetry> | undefined;

  function active(): Promise<Telemetry> | undefined {
    const registry = registered();
    if (registry !== undefined)
      reports ??= import("./open-telemetry.ts").then((code) => code.reportTo(registered, redact));
    return registry && reports;
  }

  return {
    step: (name, attributes, work) =>
      active()?.then((telemetry) => telemetry.step(name, attributes, work)) ?? work(silentStep),
    request: (name, attributes, work) =>
      active()?.then((telemetry) => telemetry.request(name, attributes, work)) ?? work(silentStep),
    noteStep: (...args) => void active()?.then((telemetry) => telemetry.noteStep(...args)),
    count: (...args) => void active()?.then((telemetry) => telemetry.count(...args)),
  };
}

/** Telemetry whose steps all have these attributes. */
export function withAttributes(telemetry: Telemetry, common: Attributes): Telemetry {
  return {
    ...telemetry,
    step: (name, attributes, work) => telemetry.step(name, { ...common, ...attributes }, work),
  };
}
