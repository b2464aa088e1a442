import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { contribution } from "../../packages/cli/test/support/results.ts";
import { isFull } from "../../packages/core/test/support/sample.ts";
import { openBrowser } from "../../packages/viewer/test/support/browser.ts";
import { root } from "../steps.ts";
import { codeBlocks, type Document, readDocuments } from "./documents.ts";
import { createReader, normalizeOutput, type Reader } from "./reader.ts";

// The test runs the commands and the programs of each README from top to bottom, in a folder with the examples of the project: a README
// shows parts of many tasks. play.test.ts plays the pages of docs/. What commands and programs print is in outputs/.
let reader: Reader;
const allDocuments = readDocuments();
beforeAll(async () => {
  reader = await createReader();
});
afterAll(() => reader.close());
beforeEach(() => reader.renewService());

/** A sweep over the accounts of a directory, with the rows that `list` wrote before. */
const sweep = {
  template: "parameters/weights.pa.json",
  rows: "accounts.csv",
  id: "{name}",
  fill: { "/accounts/0/id": "{account}" },
};
const sweepRows = "account,name\nClient:/Growth/GLOBAL_EQUITY.ACCT,GLOBAL_EQUITY\n";

/** A project with parameter files and results of two days, in a repository with one commit. */
function createProject(): string {
  const folder = mkdtempSync(path.join(reader.world, "project-"));
  symlinkSync(reader.modules, path.join(folder, "node_modules"));
  for (const place of ["docs/examples", "parameters"])
    cpSync(path.join(root, "docs/examples"), path.join(folder, place), { recursive: true });
  const result = JSON.stringify(contribution);
  for (const day of ["monday", "tuesday"]) {
    mkdirSync(path.join(folder, day));
    writeFileSync(path.join(folder, day, "weights.json"), day === "monday" ? result : result.replace("60.12", "61.00"));
  }
  writeFileSync(path.join(folder, ".curlrc"), "silent\n");
  writeFileSync(path.join(folder, "accounts.pa.sweep.json"), JSON.stringify(sweep));
  writeFileSync(path.join(folder, "accounts.csv"), sweepRows);
  for (const args of [
    ["init", "--quiet", "--initial-branch=main"],
    ["add", "docs", "parameters", "accounts.pa.sweep.json", "accounts.csv"],
    ["-c", "user.name=Quant", "-c", "user.email=quant@house.example", "commit", "--quiet", "--message=x"],
  ])
    spawnSync("git", args, { cwd: folder });
  return folder;
}

/** Runs a parameter file of a project into its folder `run`, for documents that only read a run. */
async function createRun(project: string): Promise<void> {
  const run = "analytics-engines run parameters/weights.pa.json --base-url https://api.vendor.example --output run";
  expect(await reader.run(await reader.replace(run), project, ["cli"])).toMatchObject({ code: 0 });
}

/** Whether a program is for a page: `document` exists in a browser alone. */
const isForPage = (code: string) => code.includes("document.");

/** The script of a reader who runs the commands and the programs of a document. It prints a mark before each block. */
function readmeScript(document: Document): string {
  const blocks = [...codeBlocks(document, "sh"), ...codeBlocks(document, "ts")].sort((a, b) => a.line - b.line);
  const steps = blocks
    .filter(({ code }) => !isForPage(code))
    .map(({ code }, index) => {
      const isProgram = code.includes("import ");
      const name = `program-${index}.mts`;
      const run = isProgram ? `cat > ${name} <<'END OF THE BLOCK'\n${code}\nEND OF THE BLOCK\nnode ${name}` : code;
      // The command exits with 1 for files with issues and tables that differ; every program must succeed.
      const note = `code=$?\n${isProgram ? "[ $code = 0 ] || failed=1\n" : ""}echo "exit code $code"`;
      return `echo "== ${isProgram ? "program" : "commands"} ${index + 1}"\n${run}\n${note}\n`;
    });
  return `set +e\nfailed=0\ntrap 'kill $(jobs -p) 2> /dev/null || true' EXIT\n${steps.join("")}exit $failed\n`;
}

/** `npm test` follows these, `npm run test:full` all. */
const sample = ["README.md", "packages/core/README.md", "packages/viewer/README.md"];

const documents = allDocuments
  .filter(({ file }) => !file.startsWith("docs/") && (isFull || sample.includes(file)))
  .map((document) => ({ file: document.file, document }))
  .filter(({ document }) => codeBlocks(document, "sh").length + codeBlocks(document, "ts").length > 0);

function documentOf(file: string): Document {
  const document = allDocuments.find((one) => one.file === file);
  if (document === undefined) throw new Error(`There is no ${file}.`);
  return document;
}

describe("the READMEs", () => {
  it.each(documents)("$file: its commands and programs do what it says", async ({ file, document }) => {
    const folder = createProject();
    if (document.text.includes("writeReport(")) await createRun(folder);
    const script = await reader.replace(readmeScript(document));
    const { code, output } = await reader.run(script, folder, ["cli", "simulator"]);
    expect(code, output).toBe(0);
    const outputs = path.join(import.meta.dirname, "outputs", `${file.replaceAll("/", "-")}.txt`);
    await expect(normalizeOutput(output, folder)).toMatchFileSnapshot(outputs);
  });

  it("packages/viewer/README.md: its page shows the tables of a run", async () => {
    const project = createProject();
    await createRun(project);
    const [block] = codeBlocks(documentOf("packages/viewer/README.md"), "ts").filter(({ code }) => isForPage(code));
    const manifest = readFileSync(path.join(project, "run/manifest.json"), "utf8");
    const result = readFileSync(path.join(project, "run/weights.pa/weights.json"), "utf8");
    const page = `${block?.code}
      showRun(${manifest}, async () => new TextEncoder().encode(${JSON.stringify(result)}));`;
    writeFileSync(path.join(project, "page.ts"), page);
    const { outputFiles } = await build({
      absWorkingDir: project,
      entryPoints: ["page.ts"],
      bundle: true,
      write: false,
      format: "esm",
      logLevel: "silent",
    });
    const browser = await openBrowser();
    try {
      const opened = await browser.newPage();
      await opened.setContent("<!doctype html><body></body>");
      await opened.addScriptTag({ type: "module", content: outputFiles[0]?.text ?? "" });
      await opened.getByText("Ending Weight").filter({ visible: true }).first().waitFor();
    } finally {
      await browser.close();
    }
  });

  it("name the secret as all documents do", () => {
    expect(allDocuments.filter(({ text }) => text.includes("ANALYTICS_PASSWORD"))).toEqual([]);
  });
});
