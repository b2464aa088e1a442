// The standard's own schema file, as the makers of SARIF publish it in a package.
import schema from "@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json" with { type: "json" };
import AjvDraft04 from "ajv-draft-04";

const isUri = (text: string) => URL.canParse(text);
// RFC 3986: these characters alone, and a percent sign only before two hexadecimal digits.
const isReference = (text: string) => /^(?:[\w\-.~:/?#@!$&'()*+,;=]|%[\da-fA-F]{2})*$/.test(text);
const isDateTime = (text: string) => /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text));

/** Tells whether a value is a SARIF 2.1.0 log; `conformsToSarif.errors` says what is wrong. */
export const conformsToSarif = new AjvDraft04.default({
  allErrors: true,
  // One of the schema's patterns is not valid with the flag for Unicode.
  unicodeRegExp: false,
  formats: { uri: isUri, "uri-reference": isReference, "date-time": isDateTime },
}).compile(schema);
