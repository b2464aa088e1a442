import { MalformedAnswerError, type ServiceErrorDetails } from "./errors.ts";
import type { CalculationStatusRoot, ResponseModels } from "./models/index.ts";
import { readPlainStatus } from "./plain-status.ts";
import { parseJson } from "./result-body.ts";

/** The models bring a schema library: they are loaded with the first answer, not with the client. */
let models: typeof import("./models/index.ts") | undefined;

/** @throws MalformedAnswerError that names the place where the text does not fit the model */
export async function readModel<Name extends keyof ResponseModels>(
  name: Name,
  text: string,
  details: ServiceErrorDetails,
): Promise<ResponseModels[Name]> {
  return fit(name, parseJson(text, `the ${name}`, details), details);
}

/** `readModel` for the answer that is read most. @throws as `readModel` does */
export function readStatus(
  text: string,
  details: ServiceErrorDetails,
): CalculationStatusRoot | Promise<CalculationStatusRoot> {
  const value = parseJson(text, "the CalculationStatusRoot", details);
  return readPlainStatus(value) ?? fit("CalculationStatusRoot", value, details);
}

async function fit<Name extends keyof ResponseModels>(
  name: Name,
  value: unknown,
  details: ServiceErrorDetails,
): Promise<ResponseModels[Name]> {
  models ??= await import("./models/index.ts");
  const read = models.responseModels[name].safeParse(value);
  if (read.success) return read.data;
  throw new MalformedAnswerError(`the ${name} does not fit: ${places(read.error.issues)}`, details);
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
