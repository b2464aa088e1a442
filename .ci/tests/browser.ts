// The browser for the tests of pages: an installed one, or Debian's Chromium, which is installed once.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const places = [
  process.env["CHROMIUM_PATH"],
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The path of a Chromium, or `undefined` if none can be installed. Sets CHROMIUM_PATH for child processes. */
export function ensureBrowser(): string | undefined {
  const browser = findBrowser() ?? installBrowser();
  if (browser !== undefined) process.env["CHROMIUM_PATH"] = browser;
  else console.error("The tests of pages need Chromium, and none was found. Install one, or set CHROMIUM_PATH.");
  return browser;
}

function findBrowser(): string | undefined {
  return places.find((place) => place !== undefined && place !== "" && existsSync(place));
}

function installBrowser(): string | undefined {
  if (process.platform !== "linux" || process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return undefined;
  console.log("Setting up: installing Chromium from Debian's packages (once)");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  for (const args of [
    ["update", "-qq"],
    ["install", "-y", "-qq", "--no-install-recommends", "chromium", "fonts-dejavu-core"],
  ]) {
    const result = spawnSync("apt-get", args, { env, encoding: "utf8" });
    if (result.status !== 0) {
      console.error(`apt-get ${args[0]} failed:\n${result.stdout ?? ""}${result.stderr ?? ""}`);
      return undefined;
    }
  }
  return findBrowser();
}
