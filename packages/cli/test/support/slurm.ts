import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, hostname } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import { freePort } from "../../../../.ci/tests/free-port.ts";

/** Whether a Slurm can be started here; installs Debian's packages once. */
export function ensureSlurm(): boolean {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return false;
  if (existsSync("/usr/sbin/slurmctld")) return true;
  if (!existsSync("/usr/bin/apt-get")) return false;
  process.stderr.write("Setting up: installing Slurm from Debian's packages (once)\n");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  for (const args of ["update -qq", "install -y -qq --no-install-recommends slurm-wlm munge"])
    spawnSync("apt-get", args.split(" "), { env, stdio: "ignore" });
  return existsSync("/usr/sbin/slurmctld");
}

/** A Slurm of one node, on which many tasks run side by side. */
export interface Slurm {
  /** Runs a command of Slurm, or a program that calls some; gives what it prints. */
  run(command: string, ...args: readonly string[]): string;
  /** Runs a command of Slurm that may fail, such as one about a task that has just ended. @returns whether it succeeded */
  tryRun(command: string, ...args: readonly string[]): boolean;
}

/**
 * Starts a Slurm with its files in a folder, on ports of its own, since another one may run here. It ends with the test, however that ends.
 * @param env the environment of the commands, which tasks inherit
 */
export async function startSlurm(folder: string, env: Readonly<Record<string, string>>): Promise<Slurm> {
  for (const name of ["state", "spool"]) mkdirSync(path.join(folder, name), { recursive: true });
  const host = hostname().split(".")[0] ?? "localhost";
  const config = path.join(folder, "slurm.conf");
  const settings = {
    ClusterName: "local",
    SlurmctldHost: `${host}(127.0.0.1)`,
    SlurmUser: "root",
    AuthType: "auth/munge",
    StateSaveLocation: path.join(folder, "state"),
    SlurmdSpoolDir: path.join(folder, "spool"),
    SlurmctldPidFile: path.join(folder, "slurmctld.pid"),
    SlurmdPidFile: path.join(folder, "slurmd.pid"),
    SlurmctldLogFile: path.join(folder, "slurmctld.log"),
    SlurmdLogFile: path.join(folder, "slurmd.log"),
    ProctrackType: "proctrack/linuxproc",
    TaskPlugin: "task/none",
    SelectType: "select/cons_tres",
    SelectTypeParameters: "CR_Core",
    JobRequeue: "1",
    KillWait: "2",
    ReturnToService: "2",
    SlurmctldPort: String(await freePort()),
    SlurmdPort: String(await freePort()),
    SchedulerParameters: "sched_min_interval=500000,batch_sched_delay=0",
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  lines.push(
    `NodeName=${host} NodeAddr=127.0.0.1 CPUs=${availableParallelism()} RealMemory=2000 State=UNKNOWN`,
    `PartitionName=main Nodes=${host} Default=YES MaxTime=INFINITE State=UP OverSubscribe=FORCE:8`,
  );
  writeFileSync(config, `${lines.join("\n")}\n`);
  const start = (command: string, ...args: string[]) => execFileSync(command, args, { stdio: "ignore" });
  if (spawnSync("pgrep", ["-x", "munged"]).status !== 0) {
    mkdirSync("/run/munge", { recursive: true });
    start("chown", "-R", "munge:munge", "/run/munge", "/etc/munge", "/var/lib/munge", "/var/log/munge");
    start("runuser", "-u", "munge", "--", "/usr/sbin/munged", "--force");
  }
  for (const daemon of ["slurmctld", "slurmd"]) {
    start(daemon, "-f", config);
    onTestFinished(() => {
      process.kill(Number(readFileSync(path.join(folder, `${daemon}.pid`), "utf8")), "SIGKILL");
    });
  }
  return {
    run: (command, ...args) =>
      execFileSync(command, args, { encoding: "utf8", cwd: env["PWD"], env: { ...env, SLURM_CONF: config } }),
    tryRun(command, ...args) {
      return spawnSync(command, args, { env: { ...env, SLURM_CONF: config }, stdio: "ignore" }).status === 0;
    },
  };
}
