import { MalformedAnswerError, type ServiceErrorDetails } from "../errors/errors.ts";
import { parseJson } from "../http/result-body.ts";
import type { ResponseModels } from "../models/index.ts";
import type { Secrets } from "../secrets/secrets.ts";
import { redactValue } from "../secrets/secrets.ts";

/** Zod and the schemas are loaded with the first answer, not with the client. */
let models: typeof import("../models/index.ts") | undefined;

/**
 * Reads the JSON text of an answer as a model.
 * @param secrets removed from every text of the answer
 * @throws MalformedAnswerError that names the place where the text does not fit the model
 */
export async function readModel<Name extends keyof ResponseModels>(
  name: Name,
  text: string,
  details: ServiceErrorDetails,
  secrets: Secrets,
): Promise<ResponseModels[Name]> {
  models ??= await import("../models/index.ts");
  const model = models.responseModels[name];
  try {
    const read = model.safeParse(redactValue(parseJson(text, `the ${name}`, details), secrets));
    if (read.success) return read.data;
    throw new MalformedAnswerError(`the ${name} does not fit: ${places(read.error.issues)}`, details);
  } catch (error) {
    // Values that are nested thousands of levels deep exceed the stack.
    if (!(error instanceof RangeError)) throw error;
    throw new MalformedAnswerError(`the ${name} is nested too deeply to be read`, details);
  }
}

function places(issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[]): string {
  return issues
    .slice(0, 3)
    .map(({ path, message }) => `${path.map(String).join(".") || "the whole"}: ${message}`)
    .join("; ");
}
