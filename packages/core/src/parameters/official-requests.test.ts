import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readParameterFile } from "./read/read.ts";

const folder = new URL("../../test/requests/", import.meta.url);

// Requests as the service's own samples send them, one or more of each family and each sort of template.
test.each(readdirSync(folder))("an official request has no fault and no warning: %s", (name) => {
  const { issues, request } = readParameterFile(readFileSync(new URL(name, folder), "utf8"), { path: name });
  expect(issues.filter(({ severity }) => severity !== "hint")).toEqual([]);
  expect(request).toBeDefined();
});
