import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { root } from "../steps.ts";
import { platformOf, platforms } from "./executable/platforms.ts";
import { pinActions } from "./pin.ts";

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, string>>;
}

interface Job {
  readonly needs?: string | readonly string[];
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly string[]>> };
  readonly permissions: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

interface Dependabot {
  readonly updates: readonly { readonly "package-ecosystem": string; readonly directories?: readonly string[] }[];
}

const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const release: { readonly jobs: Readonly<Record<string, Job>> } = parse(read(".github/workflows/release.yml"));
const files: { readonly runs: { readonly steps: readonly Step[] } } = parse(
  read(".github/actions/release-files/action.yml"),
);
const publishing = ["npm", "action", "marketplace", "open-vsx", "release"];
const stepsOf = (job: string): readonly Step[] => release.jobs[job]?.steps ?? [];

/** The script of the step that matches a pattern. */
function scriptOf(steps: readonly Step[], pattern: RegExp): string {
  const [script, ...more] = steps.flatMap(({ run = "" }) => (pattern.test(run) ? [run] : []));
  if (script === undefined || more.length > 0) throw new Error(`${more.length} more steps match ${pattern}`);
  return script;
}

let world = "";
beforeEach(() => {
  world = mkdtempSync(path.join(tmpdir(), "release-"));
});
afterEach(() => rmSync(world, { recursive: true }));

/** Runs a script as a step does: in a folder, with the variables of the step. */
function play(script: string, folder: string, env: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = spawnSync("bash", ["-eo", "pipefail", "-c", script], {
    cwd: folder,
    encoding: "utf8",
    env: { PATH: process.env["PATH"], HOME: world, GIT_CONFIG_NOSYSTEM: "1", ...env },
  });
  return { code: status, output: stdout + stderr };
}
const git = (folder: string, ...args: string[]) =>
  execFileSync("git", ["-C", folder, "-c", "user.name=Q", "-c", "user.email=q@house.example", ...args], {
    encoding: "utf8",
    stdio: "pipe",
    env: { PATH: process.env["PATH"], HOME: world, GIT_CONFIG_NOSYSTEM: "1" },
  }).trim();
function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(world, file)), { recursive: true });
  writeFileSync(path.join(world, file), text);
}

const readWorld = (file: string) => readFileSync(path.join(world, file), "utf8");

describe("workflows", () => {
  const named = globSync(".github/{workflows,actions}/**/*.yml", { cwd: root }).map(
    (file) => [file, read(file)] as const,
  );

  it.each(named)("%s has no stored token of a marketplace or registry", (file, text) => {
    const allowed = {
      ".github/workflows/release.yml": ["ACTION_DEPLOY_KEY"],
      // The secrets of its caller, for the service.
      ".github/workflows/analytics.yml": ["oauth-config", "password", "token"],
    };
    const secrets = [...text.matchAll(/secrets(?:\.([\w-]+)|\[[^\]]*\]|: inherit)/g)].map(([all, name = all]) => name);
    expect([...new Set(secrets)].sort()).toEqual(Object.entries(allowed).find(([name]) => name === file)?.[1] ?? []);
    expect(text).not.toMatch(/\b(?:VSCE|OVSX)_PAT\b|NODE_AUTH_TOKEN|NPM_TOKEN|--pat\b|\s-p\s/);
  });

  it.each(named)("%s names each action by commit, and Dependabot raises it", (file, text) => {
    const used = [...text.matchAll(/^[ -]*uses: (\S+)/gm)].flatMap(([, name = ""]) =>
      name.startsWith("./") ? [] : name,
    );
    expect(used.filter((name) => !/@[0-9a-f]{40}$/.test(name))).toEqual([]);
    const { updates }: Dependabot = parse(read(".github/dependabot.yml"));
    const folders = updates.find((update) => update["package-ecosystem"] === "github-actions")?.directories ?? [];
    // Dependabot finds the workflows from "/", but composite actions only by their own folders.
    const wanted = file.startsWith(".github/workflows/") ? "/" : `/${path.posix.dirname(file)}`;
    expect(
      folders.some((folder) => path.posix.matchesGlob(wanted, folder)),
      wanted,
    ).toBe(true);
  });

  it("publish with programs of the lockfile alone, by the identity of the workflow", () => {
    const text = read(".github/workflows/release.yml");
    expect(text).not.toMatch(/\bnpx\b|npm (?:install|exec)/);
    for (const [job, program, option] of [
      ["marketplace", "packages/vscode/node_modules/@vscode/vsce/vsce", "--azure-credential"],
      ["open-vsx", "packages/vscode/node_modules/ovsx/bin/ovsx", "--trusted-publishing"],
    ] as const) {
      expect(release.jobs[job]?.permissions).toEqual({
        contents: "read",
        attestations: "read",
        "id-token": "write",
      });
      const script = scriptOf(stepsOf(job), / publish /);
      expect(script).toBe(`node ${program} publish ${option} --skip-duplicate --packagePath release/*.vsix`);
      const help = execFileSync(process.execPath, [path.join(root, program), "publish", "--help"], {
        encoding: "utf8",
      });
      for (const name of [option, "--skip-duplicate", "--packagePath"]) expect(help).toContain(name);
    }
    expect(stepsOf("marketplace").map(({ uses = "" }) => uses.split("@")[0])).toContain("azure/login");
  });
});

describe("release.yml", () => {
  const on = (job: string, branch: string) => {
    git(world, "init", "--quiet", "--bare", "--initial-branch=main", "origin");
    git(world, "clone", "--quiet", "origin", "clone");
    const clone = path.join(world, "clone");
    git(clone, "commit", "--quiet", "--allow-empty", "--message=one");
    git(clone, "push", "--quiet", "origin", "HEAD:main");
    git(clone, "switch", "--quiet", "--create", "work");
    git(clone, "commit", "--quiet", "--allow-empty", "--message=two");
    git(clone, "push", "--quiet", "origin", `HEAD:${branch}`);
    git(clone, "fetch", "--quiet");
    const env = { GITHUB_SHA: git(clone, "rev-parse", "HEAD"), GITHUB_REF_NAME: "v1.2.3" };
    return play(scriptOf(stepsOf(job), /merge-base/), clone, env);
  };

  // The jobs between them need the first.
  const guarded = ["program", "build"];

  it.each(guarded)("releases a commit on main: %s", (job) => expect(on(job, "main")).toMatchObject({ code: 0 }));

  it.each(guarded)("refuses a commit that is not on main, before it runs anything of it: %s", (job) => {
    expect(on(job, "topic")).toEqual({
      code: 1,
      output: "::error::The commit of v1.2.3 is not on main. Merge it, and tag the commit on main.\n",
    });
    const [checkout, check] = stepsOf(job);
    expect(checkout?.with).toMatchObject({ "fetch-depth": 0 });
    expect(check?.run).toContain("merge-base");
  });

  it("tests everything before it makes the files", () => {
    const runs = stepsOf("build").flatMap(({ run = [] }) => run);
    const testsAt = runs.indexOf("npm test");
    expect(testsAt).toBeGreaterThan(0);
    expect(runs.findIndex((run) => run.includes("release/main.ts"))).toBeGreaterThan(testsAt);
  });

  it("makes the executable of each platform on that platform, of a program that is made once, and no job downloads a Node", () => {
    expect(release.jobs["executables"]).toMatchObject({
      needs: "program",
      strategy: {
        matrix: { runner: ["ubuntu-24.04", "ubuntu-24.04-arm", "macos-15", "macos-15-intel", "windows-2025"] },
      },
    });
    expect(release.jobs["executables"]?.strategy?.matrix["runner"]).toHaveLength(platforms.length);
    expect(release.jobs["build"]?.needs).toBe("executables");
    for (const job of ["program", "executables"]) {
      expect(release.jobs[job]?.permissions).toEqual({ contents: "read" });
      for (const { run = "" } of stepsOf(job)) expect(run).not.toMatch(/curl|wget|http/);
    }
  });

  it.each(publishing)("verifies the files in %s before anything else runs", (job) => {
    const [checkout, verify] = stepsOf(job);
    expect(checkout?.uses).toMatch(/^actions\/checkout@/);
    expect(verify).toEqual({
      uses: "./.github/actions/release-files",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of GitHub
      with: { digest: "${{ needs.build.outputs.digest }}" },
    });
    expect(release.jobs[job]?.needs).toEqual(expect.arrayContaining(["build", "attest"]));
    expect(release.jobs[job]?.permissions).toMatchObject({ attestations: "read" });
  });

  it("publishes only after nothing else is left to publish, as a draft that has all files", () => {
    expect([...(release.jobs["release"]?.needs ?? [])].sort()).toEqual(
      ["build", "attest", ...publishing.slice(0, -1)].sort(),
    );
  });

  it.each([
    ["true", 0],
    ["false", 1],
  ])("has a release immutable: %s, exit code %i", (immutable, code) => {
    write("release/NOTES.md", "Changes.\n");
    write("release/x.vsix", "");
    write("release/executables/x.zip", "");
    write("release/SHA256SUMS", "");
    write(
      "bin/gh",
      `#!/bin/sh\necho "$@" >> ${world}/calls\ncase "$2" in view) exit 1;; repos/*) echo ${immutable};; esac\n`,
    );
    chmodSync(path.join(world, "bin/gh"), 0o755);
    const played = play(scriptOf(stepsOf("release"), /gh release/), world, {
      PATH: `${world}/bin:${process.env["PATH"]}`,
      TAG: "v1.2.3",
      COMMIT: "a".repeat(40),
      GITHUB_REPOSITORY: "house/book",
    });
    expect(played.code).toBe(code);
    expect(readWorld("calls").trim().split("\n")).toEqual([
      "release view v1.2.3",
      "release create v1.2.3 --draft --verify-tag --title v1.2.3 --notes-file release/NOTES.md",
      "release upload v1.2.3 --clobber release/x.vsix release/executables/x.zip release/SHA256SUMS",
      "release edit v1.2.3 --draft=false",
      "api repos/house/book/releases/tags/v1.2.3 --jq .immutable",
    ]);
    expect(readWorld("release/NOTES.md")).toContain(`- uses: analytics-engines/action@${"a".repeat(40)} # v1.2.3\n`);
  });
});

describe("the files of a release", () => {
  const sha256 = (file: string) =>
    createHash("sha256")
      .update(readFileSync(path.join(world, file)))
      .digest("hex");
  const verify = (digest: string) =>
    play(scriptOf(files.runs.steps, /sha256sum/), path.join(world, "release"), { DIGEST: digest });
  let digest = "";
  beforeEach(() => {
    write("release/x.vsix", "extension");
    write("release/action/.github/workflows/analytics.yml", "workflow");
    const names = ["action/.github/workflows/analytics.yml", "x.vsix"];
    write("release/SHA256SUMS", names.map((name) => `${sha256(`release/${name}`)}  ${name}\n`).join(""));
    digest = sha256("release/SHA256SUMS");
  });

  it("are published as they were built", () => expect(verify(digest)).toMatchObject({ code: 0 }));

  it.each([
    ["a file that was changed", () => appendFileSync(path.join(world, "release/x.vsix"), "x")],
    ["a file that is missing", () => rmSync(path.join(world, "release/x.vsix"))],
    ["a file that was added", () => write("release/action/.github/workflows/other.yml", "x")],
    [
      "a file that was changed together with its checksum",
      () => {
        write("release/x.vsix", "another");
        write(
          "release/SHA256SUMS",
          readWorld("release/SHA256SUMS").replace(/\w+(?= {2}x.vsix)/, sha256("release/x.vsix")),
        );
      },
    ],
  ])("are not published with %s", (_, change) => {
    change();
    expect(verify(digest).code).not.toBe(0);
  });
  it("are not published without the attestation of each package by this workflow, tag and commit", () => {
    write("release/npm/a.tgz", "");
    write("release/npm/b.tgz", "");
    write("release/executables/c.zip", "");
    write("bin/gh", `#!/bin/sh\necho "$@" >> ${world}/calls\n[ "$3" != executables/c.zip ]\n`);
    chmodSync(path.join(world, "bin/gh"), 0o755);
    const { code } = play(scriptOf(files.runs.steps, /gh attestation/), path.join(world, "release"), {
      PATH: `${world}/bin:${process.env["PATH"]}`,
      GITHUB_REPOSITORY: "house/book",
      GITHUB_REF: "refs/tags/v1.2.3",
      GITHUB_SHA: "a".repeat(40),
    });
    expect(code).toBe(1);
    const by = `--repo house/book --deny-self-hosted-runners --signer-workflow house/book/.github/workflows/release.yml --source-ref refs/tags/v1.2.3 --source-digest ${"a".repeat(40)}`;
    expect(readWorld("calls").trim().split("\n")).toEqual(
      ["x.vsix", "npm/a.tgz", "npm/b.tgz", "executables/c.zip"].map((file) => `attestation verify ${file} ${by}`),
    );
  });
});

it("a release of the Action names its own commit in the workflow and in the pages", () => {
  // What writeActionTree writes, without the bundles.
  for (const folder of ["", "plan/", "review/", "validate/"])
    for (const name of ["README.md", "action.yml"])
      cpSync(path.join(root, "packages/action", folder, name), path.join(world, "release/action", folder, name));
  const workflow = ".github/workflows/analytics.yml";
  cpSync(path.join(root, workflow), path.join(world, "release/action", workflow));
  cpSync(path.join(root, ".ci/release/pin.ts"), path.join(world, ".ci/release/pin.ts"));
  git(world, "init", "--quiet", "--bare", "--initial-branch=main", "origin");
  git(world, "clone", "--quiet", "origin", "action");
  const action = path.join(world, "action");
  git(action, "checkout", "--quiet", "-B", "main");
  write("action/old.txt", "of the last release");
  git(action, "add", "--all");
  git(action, "commit", "--quiet", "--message=v1.2.2");
  const output = path.join(world, "output");
  const script = scriptOf(stepsOf("action"), /git push/);
  expect(play(script, action, { TAG: "v1.2.3", GITHUB_OUTPUT: output })).toMatchObject({ code: 0 });

  const origin = path.join(world, "origin");
  const commit = git(origin, "rev-parse", "v1.2.3^{commit}");
  expect(readFileSync(output, "utf8")).toBe(`commit=${commit}\n`);
  for (const name of ["main", "v1"]) expect(git(origin, "rev-parse", name)).toBe(commit);
  const first = git(origin, "rev-parse", `${commit}^`);
  const listed = (at: string) => git(origin, "ls-tree", "-r", "--name-only", at).split("\n");
  // The first commit has the actions; it has no workflow, because that could not name it.
  expect(listed(commit)).toEqual([workflow, ...listed(first)]);
  expect(listed(first)).not.toContain("old.txt");
  const changed = git(origin, "diff", "--name-only", first, commit).split("\n");
  expect(changed).toEqual([workflow, "README.md", "plan/README.md", "review/README.md", "validate/README.md"]);
  const named = git(origin, "grep", "-hoE", "analytics-engines/action[^ ]*@.*", commit).split("\n");
  expect(named.length).toBeGreaterThan(15);
  for (const name of named) expect(name).toMatch(new RegExp(`^[\\w/-]+@${first} # v1\\.2\\.3$`));
});

it("a release replaces the steps that build an action from its sources by the action at its commit", () => {
  const commit = "a".repeat(40);
  for (const file of ["README.md", "docs/start/action.md"]) {
    const before = read(file);
    expect(before).toContain("uses: ./.analytics-engines/packages/action");
    const after = pinActions(before, commit, "v1.2.3");
    expect(after).not.toContain(".analytics-engines");
    const steps = after.match(/^ *- uses: analytics-engines.*/gm) ?? [];
    expect(steps.length).toBeGreaterThan(0);
    for (const step of steps) expect(step).toMatch(/analytics-engines\/action(\/validate)?@a{40} # v1\.2\.3$/);
    // The steps around them stay.
    expect(after.match(/actions\/checkout@/g)).toHaveLength(steps.length);
  }
});

it("a release names our hooks by its version, and drops the note of the time before", () => {
  const before = read("docs/recipes/git-hooks.md");
  expect(before).toMatch(/^> Until the first release, /m);
  const after = pinActions(before, "a".repeat(40), "v1.2.3");
  expect(after).toContain("rev: v1.2.3\n");
  expect(after).not.toContain("first release");
});

it("each page that names an action by its commit says what to do before the first release, and not after it", () => {
  const pages = globSync(["{docs,packages}/**/*.md"], { cwd: root, exclude: ["**/node_modules", "**/dist"] })
    .map((file) => [file, read(file)] as const)
    .filter(([, text]) => /analytics-engines\/action\S*@0{40}/.test(text));
  expect(pages.length).toBeGreaterThan(4);
  for (const [file, text] of pages) {
    expect(text, file).toMatch(/^> Until the first release, .*\((?:\S*\/start\/)?action\.md\)/m);
    expect(pinActions(text, "a".repeat(40), "v1.2.3"), file).not.toMatch(/first release|@0{40}/);
  }
});

it("all documents and analytics.yml name our actions by one commit of one version", () => {
  const texts = globSync(["{docs,packages,.github}/**/*.{md,yml}", "README.md"], {
    cwd: root,
    exclude: ["**/node_modules", "**/dist"],
  }).map(read);
  const named = texts.flatMap((text) =>
    [...text.matchAll(/^[ -]*uses: analytics-engines\/[^@\s]+@(.*)$/gm)].map(([, pin]) => pin),
  );
  const built = texts.flatMap((text) => text.match(/^ *- uses: \.\/\.analytics-engines\/packages\/action/gm) ?? []);
  expect(named.length + built.length).toBeGreaterThan(30);
  expect(new Set(named).size).toBe(1);
  expect(named[0]).toMatch(/^[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

it("the guide for releases names the settings that a release needs", () => {
  const guide = read(".github/RELEASING.md");
  for (const name of ["release immutability", "ACTION_DEPLOY_KEY", "AZURE_CLIENT_ID", "AZURE_TENANT_ID"])
    expect(guide).toContain(name);
  for (const [file] of guide.matchAll(/\.ci\/[\w/.-]+\.(?:json|m?[jt]s)\b/g))
    expect(existsSync(path.join(root, file))).toBe(true);
});

it("a platform without an executable is named", () => {
  expect(() => platformOf("sunos", "sparc")).toThrow(/^There is no executable for sunos sparc, only for linux x64, /);
});
