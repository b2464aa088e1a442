import { type Case, eventsOf, type JobMade, jobOf } from "./case.ts";
import { brokenBytes } from "./check-bytes.ts";

/**
 * Every promise that a run broke, as sentences. It knows what the server did and made and what the folder contains, and nothing about the client.
 */
export function brokenPromises(one: Case): string[] {
  return [
    ...brokenCreates(one),
    ...brokenReads(one),
    ...brokenBytes(one),
    ...brokenLosses(one),
    ...brokenNames(one),
    ...brokenSecrets(one),
    ...brokenSizes(one),
    ...(one.foreignRequests > 0 ? ["a request went to another origin"] : []),
    ...(one.isResumed ? abandoned(one) : []),
  ];
}

/** A parameter file has one job. Another may follow only where the service canceled the one before. */
function brokenCreates({ history, files }: Case): string[] {
  return files.flatMap(({ marker, path }) => {
    const living = new Set<string>();
    let most = 0;
    for (const event of history) {
      if (event.type === "canceled") living.delete(event.jobId);
      if (event.type !== "accepted" || event.marker !== marker) continue;
      if (living.has(event.jobId)) most = Math.max(most, 2);
      living.add(event.jobId);
      most = Math.max(most, living.size);
    }
    return most > 1 ? [`${path} has a second job`] : [];
  });
}

/** A result is not asked for again once bytes of it have arrived in the answer to a request for it. */
function brokenReads({ history }: Case): string[] {
  const arrived = new Set<string>();
  const asking = new Map<number, string>();
  return history.flatMap((event) => {
    if (event.type === "sent-bytes" && event.kind === "result" && event.answers) {
      const name = `${event.jobId} ${event.unitId}`;
      if (asking.get(event.exchange) === name) arrived.add(name);
    }
    if (event.type !== "request" || event.step !== "result") return [];
    const name = `${event.jobId} ${event.unitId}`;
    asking.set(event.exchange, name);
    return arrived.has(name) ? [`the result of ${event.unitId} was asked for after bytes of it had arrived`] : [];
  });
}

/** A result that is called lost was given away, or the service answered 404 for it or its job. */
function brokenLosses(one: Case): string[] {
  return one.told.files.flatMap((file) =>
    file.units.flatMap((unit) => {
      if (unit.status !== "lost") return [];
      const job = jobOf(one, file);
      const wasConsumed = one.history.some(
        (event) => event.type === "consumed" && event.jobId === job?.id && event.unitId === unit.id,
      );
      const wasDenied = one.history.some((event) => event.type === "denied" && event.jobId === job?.id);
      return wasConsumed || wasDenied ? [] : [`${file.path} ${unit.id} is called lost and was never given away`];
    }),
  );
}

/** A file that did not succeed has a code and a message, and each of its other units has an error. */
function brokenNames({ told }: Case): string[] {
  return told.files.flatMap(({ path, status, code = "", message = "", units }) => {
    const bad = units.filter((unit) => unit.status !== "success");
    if (status === "success") return bad.length === 0 ? [] : [`${path} is called a success with a unit that is none`];
    return [
      ...(code === "" || message === "" ? [`${path} is ${status} without a name or a message`] : []),
      ...(code === "internal" ? [`${path} ended with an error of the program itself: ${message}`] : []),
      ...bad.filter(({ errors }) => errors === 0).map(({ id }) => `${path} ${id} is no success and says no reason`),
    ];
  });
}

/** The folder contains no credential, except in a result into which the service put it. */
function brokenSecrets({ stored, secrets, jobs }: Case): string[] {
  const made = jobs.flatMap((job) => [...job.made.values()]);
  return [...stored].flatMap(([name, bytes]) => {
    const found = secrets.some((secret) => name.includes(secret) || bytes.includes(secret));
    return found && !made.some((own) => own.equals(bytes)) ? [`a credential stands in ${name}`] : [];
  });
}

/** The most bytes that a client may read of a body that is not a result or an info document. */
export const MAX_TAKEN_BYTES = 72 * 1024 * 1024;

function brokenSizes({ taken, history }: Case): string[] {
  return [...taken].flatMap(([exchange, bytes]) => {
    const step = eventsOf(history, "request").find((event) => event.exchange === exchange)?.step;
    if (step === "result" || step === "info" || bytes <= MAX_TAKEN_BYTES) return [];
    return [`the client took all of an endless body at the step ${step}`];
  });
}

/** After a run with the healthy service, the service has no result left: the client gave up one that it still holds without need. */
function abandoned(one: Case): string[] {
  return one.told.files.flatMap((file) => {
    const job = jobOf(one, file);
    if (job === undefined || file.code === "ambiguous-create") return [];
    const mustBelieve = one.history.some((event) => event.type === "verdict" && event.jobId === job.id);
    if (mustBelieve || job.canceled) return [];
    return [...job.made.keys()]
      .filter((unit) => !isStored(file.units, unit) && isUnread(job, unit))
      .map(
        (unit) => `${file.path} ${unit} is given up (${file.status} ${file.code ?? ""}) and the service still holds it`,
      );
  });
}

const isStored = (units: readonly { readonly id: string; readonly status: string }[], unit: string) =>
  units.some(({ id, status }) => id === unit && status === "success");

const isUnread = (job: JobMade, unit: string) => !job.consumed.has(unit);
