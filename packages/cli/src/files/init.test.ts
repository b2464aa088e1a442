import { expect, it } from "vitest";
import { isPowerShell } from "./init.ts";

it.each([
  ["PowerShell of Windows", "win32", { PSModulePath: "C:\\Modules" }, true],
  ["the old prompt of Windows, which knows no export", "win32", {}, true],
  ["Git Bash", "win32", { SHELL: "/usr/bin/bash", PSModulePath: "C:\\Modules" }, false],
  ["bash", "linux", { SHELL: "/bin/bash" }, false],
  ["no shell", "linux", {}, false],
  ["PowerShell on Linux", "linux", { SHELL: "/bin/bash", PSModulePath: "/opt/powershell/Modules" }, true],
  ["zsh", "darwin", { SHELL: "/bin/zsh" }, false],
] as const)("%s is known by the environment", (_, platform, env, expected) => {
  expect(isPowerShell(env, platform)).toBe(expected);
});
