/**
 * What SARIF 2.1.0 asks of the objects that the command writes, property by property: chapter 3 of
 * https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html. A property that the standard does not have is refused.
 */
export const sarifSchema = {
  $ref: "#/definitions/log",
  definitions: {
    log: object(
      {
        $schema: { type: "string", format: "uri" },
        version: { const: "2.1.0" },
        runs: { type: "array", items: ref("run") },
        inlineExternalProperties: { type: "array" },
        properties: { type: "object" },
      },
      ["version", "runs"],
    ),
    run: object(
      {
        tool: object({ driver: ref("toolComponent"), extensions: list(ref("toolComponent")) }, ["driver"]),
        columnKind: { enum: ["utf16CodeUnits", "unicodeCodePoints"] },
        invocations: { type: "array", items: ref("invocation") },
        results: { type: ["array", "null"], items: ref("result") },
        originalUriBaseIds: { type: "object" },
        artifacts: { type: "array" },
      },
      ["tool"],
    ),
    toolComponent: object(
      {
        name: { type: "string" },
        version: { type: "string" },
        semanticVersion: { type: "string" },
        informationUri: { type: "string", format: "uri" },
        rules: list(ref("reportingDescriptor")),
      },
      ["name"],
    ),
    reportingDescriptor: object(
      {
        id: { type: "string" },
        name: { type: "string" },
        shortDescription: ref("message"),
        fullDescription: ref("message"),
        help: ref("message"),
        helpUri: { type: "string", format: "uri" },
      },
      ["id"],
    ),
    invocation: object(
      {
        executionSuccessful: { type: "boolean" },
        exitCode: { type: "integer" },
        toolExecutionNotifications: { type: "array", items: ref("notification") },
      },
      ["executionSuccessful"],
    ),
    notification: object({ message: ref("message"), level: ref("level"), locations: list(ref("location")) }, [
      "message",
    ]),
    level: { enum: ["none", "note", "warning", "error"] },
    message: {
      ...object({
        text: { type: "string" },
        markdown: { type: "string" },
        id: { type: "string" },
        arguments: { type: "array", items: { type: "string" } },
      }),
      anyOf: [{ required: ["text"] }, { required: ["id"] }],
    },
    result: object(
      {
        ruleId: { type: "string" },
        ruleIndex: { type: "integer", minimum: -1 },
        level: ref("level"),
        message: ref("message"),
        locations: { type: "array", items: ref("location") },
        fixes: list(ref("fix")),
        partialFingerprints: { type: "object", additionalProperties: { type: "string" } },
      },
      ["message"],
    ),
    location: object({
      id: { type: "integer", minimum: -1 },
      physicalLocation: {
        ...object({ artifactLocation: ref("artifactLocation"), region: ref("region"), contextRegion: ref("region") }),
        anyOf: [{ required: ["address"] }, { required: ["artifactLocation"] }],
      },
      logicalLocations: list(
        object({ name: { type: "string" }, fullyQualifiedName: { type: "string" }, kind: { type: "string" } }),
      ),
      message: ref("message"),
    }),
    artifactLocation: object({
      uri: { type: "string", format: "uri-reference" },
      uriBaseId: { type: "string" },
      index: { type: "integer", minimum: -1 },
    }),
    region: object({
      startLine: { type: "integer", minimum: 1 },
      startColumn: { type: "integer", minimum: 1 },
      endLine: { type: "integer", minimum: 1 },
      endColumn: { type: "integer", minimum: 1 },
      charOffset: { type: "integer", minimum: -1 },
      charLength: { type: "integer", minimum: 0 },
      snippet: { type: "object" },
    }),
    fix: object({ description: ref("message"), artifactChanges: { ...list(ref("artifactChange")), minItems: 1 } }, [
      "artifactChanges",
    ]),
    artifactChange: object(
      {
        artifactLocation: ref("artifactLocation"),
        replacements: { type: "array", minItems: 1, items: ref("replacement") },
      },
      ["artifactLocation", "replacements"],
    ),
    replacement: object(
      {
        deletedRegion: ref("region"),
        insertedContent: object({ text: { type: "string" }, binary: { type: "string" } }),
      },
      ["deletedRegion"],
    ),
  },
};

function object(properties: Readonly<Record<string, unknown>>, required: readonly string[] = []) {
  return { type: "object", additionalProperties: false, properties, required };
}

function list(items: unknown) {
  return { type: "array", uniqueItems: true, items };
}

function ref(name: string) {
  return { $ref: `#/definitions/${name}` };
}
