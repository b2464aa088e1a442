// Runs the soak and the kills at full length and writes their figures: `node --conditions=source packages/runs/test/reliability/write-figures.ts`.
import { writeFileSync } from "node:fs";
import { killRuns } from "./kills.ts";
import { soak } from "./soak.ts";

const soaked = await soak({ jobs: 10_000, faultPercent: 2, killAfter: [3000, 3500] });
const killed = await killRuns({ runs: 200, seed: 1 });
const { platform, arch, version } = process;
const figures = { node: version, platform: `${platform} ${arch}`, soak: soaked, kills: killed };
writeFileSync(new URL("figures.json", import.meta.url), `${JSON.stringify(figures, null, 2)}\n`);
const broken = [...soaked.broken, ...killed.broken];
process.stdout.write(`${broken.length === 0 ? "Nothing is broken." : broken.join("\n")}\n`);
process.exitCode = broken.length === 0 ? 0 : 1;
