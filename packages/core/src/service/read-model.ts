import type { ZodType } from "zod";
import { MalformedAnswerError, type ServiceErrorDetails } from "./errors.ts";
import type { ResponseModels } from "./models/index.ts";
import { parseJson } from "./result-body.ts";

/** The models bring a schema library: they are loaded with the first answer, not with the client. */
let models: typeof import("./models/index.ts") | undefined;

/** @throws MalformedAnswerError that names the place where the text does not fit the model */
export async function readModel<Name extends keyof ResponseModels>(
  name: Name,
  text: string,
  details: ServiceErrorDetails,
): Promise<ResponseModels[Name]> {
  models ??= await import("./models/index.ts");
  return fit(models.responseModels[name], name, parseJson(text, `the ${name}`, details), details);
}

function fit<Model>(schema: ZodType<Model>, name: string, value: unknown, details: ServiceErrorDetails): Model {
  const read = schema.safeParse(value);
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
