// A user's program for Node: it reads a parameter file, runs it on the simulator, and prints the first table as CSV.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { basicAuth, createClient } from "@analytics-engines/core";
import { digestParameters, readParameterFile } from "@analytics-engines/core/parameters";
import { decodeResultBytes, tableToCsv } from "@analytics-engines/core/results";
import schema from "@analytics-engines/core/schemas/pa.schema.json" with { type: "json" };
import { runToFolder } from "@analytics-engines/runs";
import { createSimulator } from "@analytics-engines/simulator";

const [name = "", folder = ""] = process.argv.slice(2);
const text = await readFile(name, "utf8");
const file = readParameterFile(text, { path: path.basename(name) });
if (file.family === undefined || file.request === undefined) throw new Error(file.issues[0]?.message);

const simulator = createSimulator({
  users: [{ username: "ME-1", password: "secret" }],
  jobSeconds: 0.1,
  maxAgeSeconds: 1,
});
const service = await simulator.listen();
const client = createClient({ baseUrl: service.url, auth: basicAuth("ME-1", "secret") });
const manifest = await runToFolder(
  [
    {
      path: path.basename(name),
      family: file.family,
      request: file.request,
      sha256: createHash("sha256").update(text).digest("hex"),
      parametersSha256: await digestParameters(file),
    },
  ],
  { client, folder, tool: "program/1.0.0", service: service.url },
);
await service.close();
const unit = manifest.files[0]?.units[0];
if (unit?.file === undefined) throw new Error(`The run ended with ${manifest.status}`);
const [table] = await decodeResultBytes(await readFile(path.join(folder, unit.file)));
if (table === undefined) throw new Error("The result has no table");
console.log(`${schema.title}: ${manifest.status}`);
console.log(tableToCsv(table));
