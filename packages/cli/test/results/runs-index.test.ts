import { existsSync, readFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { useBuiltCommand, type Workplace, workplace } from "../support/command.ts";
import { manifestFile, manifestOf } from "../support/manifest.ts";

useBuiltCommand();

const server = "https://github.com";
const commit = "0123456789abcdef0123456789abcdef01234567";

function writeRun(place: Workplace, folder: string, more: Readonly<Record<string, unknown>> = {}) {
  const unit = { id: "weights", status: "success", warnings: ["Old prices"], errors: [] };
  const units = [unit, { ...unit, id: "manifest", warnings: [] }];
  place.write(path.join(folder, "manifest.json"), manifestOf([{ ...manifestFile, units }], more));
}

test("an index lists the runs of a matrix, those that failed first, with counts, provenance and links", async () => {
  const place = workplace();
  const workflow = { name: "Nightly", runId: 7, runNumber: 17, attempt: 2, url: `${server}/house/book/actions/runs/7` };
  const provenance = { server, repository: "house/book", commit, ref: "refs/heads/main", actor: "quant", workflow };
  writeRun(place, "runs/analytics-growth", { name: "growth", provenance });
  writeRun(place, "runs/deep/50% & more", { name: "income", status: "failure" });
  writeRun(place, "runs/analytics-growth/weights.pa");
  place.write("runs/deep/50% & more/report.html", "<!doctype html>");
  expect(await place.run(["index", "runs", "--output", "runs/index.html"])).toEqual({
    code: 0,
    stdout: "runs/index.html: 2 runs\n",
    stderr: "",
  });
  const page = readFileSync(path.join(place.folder, "runs/index.html"), "utf8");
  expect(page).toContain("<p>2 runs · 1 not successful · 4 of 4 units succeeded</p>");
  expect([...page.matchAll(/<h2 class="([^"]+)">(.*?)<\/h2><p>(.*?)<\/p>/g)].map(([, ...found]) => found)).toEqual([
    [
      "failure",
      '<a href="deep/50%25%20%26%20more/report.html">income</a>',
      "failed · 2 of 2 units in 1 file succeeded · 1 warning",
    ],
    ["success", "growth", "succeeded · 2 of 2 units in 1 file succeeded · 1 warning"],
  ]);
  expect(page).toContain(`<a href="${server}/house/book/commit/${commit}" rel="noreferrer">0123456</a>`);
  expect(page).toContain(`<a href="${workflow.url}" rel="noreferrer">Nightly #17, attempt 2</a>`);
  expect(page).not.toContain("<script");
  expect(await place.run(["index", "runs", "--output", "runs/index.html"])).toMatchObject({ code: 0 });
});

test("an index shows texts of a manifest as text, and names a run that cannot be read", async () => {
  const place = workplace();
  const text = '"><script>alert(1)</script>\u202e';
  writeRun(place, "a", { name: text, service: text, provenance: { ref: text, actor: text } });
  place.write("javascript:b/manifest.json", "{");
  const { code, stderr } = await place.run(["index"]);
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(/javascript:b\/manifest\.json is not JSON/),
  });
  const page = readFileSync(path.join(place.folder, "index.html"), "utf8");
  expect(page).not.toContain("<script");
  expect(page).toContain("&#34;&#62;&#60;script&#62;alert(1)&#60;/script&#62;\\u{202e}");
  expect(page).toContain('<h2 class="failure">javascript:b: cannot be read</h2>');
});

test("an index follows no link, and replaces no other page", async () => {
  const place = workplace();
  writeRun(place, "elsewhere/run");
  place.write("runs/x", "");
  symlinkSync("../elsewhere/run", path.join(place.folder, "runs/link"));
  expect(await place.run(["index", "runs"])).toMatchObject({
    code: 2,
    stderr: "error: There is no run in runs: name folders with a manifest.json in them.\n",
  });
  expect(existsSync(path.join(place.folder, "index.html"))).toBe(false);
  place.write("index.html", "<title>Home</title>");
  expect(await place.run(["index", "elsewhere"])).toMatchObject({
    code: 2,
    stderr: "error: index.html exists and is not an index of runs: name another file with --output.\n",
  });
  expect(await place.run(["index", "missing"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("missing cannot be read"),
  });
});
