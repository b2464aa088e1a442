import { MalformedAnswerError, type ServiceErrorDetails } from "./errors.ts";
import type { CalculationStatusRoot, ResponseModels } from "./models/index.ts";
import { readPlainStatus } from "./plain-status.ts";
import { redactValue, type Secrets } from "./redact.ts";
import { parseJson } from "./result-body.ts";

/** The models bring a schema library: they are loaded with the first answer, not with the client. */
let models: typeof import("./models/index.ts") | undefined;

/**
 * @param secrets taken out of every text of the answer
 * @throws MalformedAnswerError that names the place where the text does not fit the model
 */
export async function readModel<Name extends keyof ResponseModels>(
  name: Name,
  text: string,
  details: ServiceErrorDetails,
  secrets: Secrets,
): Promise<ResponseModels[Name]> {
  return fit(name, parse(name, text, details, secrets), details);
}

/** `readModel` for the answer that is read most. @throws as `readModel` does */
export function readStatus(
  text: string,
  details: ServiceErrorDetails,
  secrets: Secrets,
): CalculationStatusRoot | Promise<CalculationStatusRoot> {
  const value = parse("CalculationStatusRoot", text, details, secrets);
  return readPlainStatus(value) ?? fit("CalculationStatusRoot", value, details);
}

function parse(name: string, text: string, details: ServiceErrorDetails, secrets: Secrets): unknown {
  return unlessTooDeep(name, details, () => redactValue(parseJson(text, `the ${name}`, details), text, secrets));
}

async function fit<Name extends keyof ResponseModels>(
  name: Name,
  value: unknown,
  details: ServiceErrorDetails,
): Promise<ResponseModels[Name]> {
  models ??= await import("./models/index.ts");
  const model = models.responseModels[name];
  const read = unlessTooDeep(name, details, () => model.safeParse(value));
  if (read.success) return read.data;
  throw new MalformedAnswerError(`the ${name} does not fit: ${places(read.error.issues)}`, details);
}

/** Values that are nested a few thousand levels deep are more than the stack takes. */
function unlessTooDeep<T>(name: string, details: ServiceErrorDetails, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new MalformedAnswerError(`the ${name} is nested too deeply to be read`, details);
  }
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

function places(issues: readonly Issue[]): string {
  return issues
    .slice(0, 3)
    .map(
      ({ path, message }) =>
        `${path.length === 0 ? "the whole" : path.map((part) => String(part)).join(".")}: ${message}`,
    )
    .join("; ");
}
