import { benchFolder, repeat, runChild, startService } from "../measure.ts";
import { low, median } from "../quantiles.ts";
import { atMost, type Row, withoutTarget } from "../report/rows.ts";

const ROUNDS = 7;
const ROW_ROUNDS = 3;

/** A result from the socket to the disk, beside `fetch` piped into a file: peak memory and time. */
export async function measureResultToDisk(): Promise<Row[]> {
  using server = await startService("server.ts");
  return [
    ...(await plainResult(server.url, 256, "256 MiB")),
    ...(await plainResult(server.url, 1024, "1 GiB")),
    ...(await resultOfRows(server.url)),
  ];
}

async function plainResult(url: string, mebibytes: number, name: string): Promise<Row[]> {
  const { client, peer } = await compare(url, `${mebibytes}`, ROUNDS);
  const cpuTarget = "shown: fetch neither digests nor syncs";
  const timeName = `time for a result of ${name}, digested and synced`;
  return [
    memoryRow(`memory for a result of ${name}`, client.mebibytes, peer.mebibytes, 15),
    atMost(timeName, client.milliseconds, "ms", peer.milliseconds, 1.1, "at most 1.1 times fetch to a file"),
    withoutTarget("  its processor time", client.cpuMilliseconds, "ms", peer.cpuMilliseconds, cpuTarget),
  ];
}

/** A result of rows: the client reads through it, to list its tables and to check that it is JSON. */
async function resultOfRows(url: string): Promise<Row[]> {
  const { client, peer } = await compare(url, "1024-rows", ROW_ROUNDS);
  const timeName = "time for a JSON result of 1 GiB, looked through";
  return [
    atMost(timeName, client.milliseconds, "ms", peer.milliseconds, 3, "at most 3 times fetch to a file"),
    memoryRow("  its memory", client.mebibytes, peer.mebibytes, 64),
  ];
}

/** The memory of the client, which may be at most `more` MiB above that of the peer. */
function memoryRow(name: string, value: number, peer: number, more: number): Row {
  return {
    ...withoutTarget(name, value, "MiB", peer, `within ${more} MiB of fetch to a file`),
    met: value <= peer + more,
  };
}

/** Medians and lows of several transfers each, in turn, so that other work of the machine slows both. */
async function compare(url: string, size: string, times: number) {
  const rounds = await repeat(times, async () => ({
    client: await transfer("client", url, size),
    peer: await transfer("fetch", url, size),
  }));
  return { client: typical(rounds.map(({ client }) => client)), peer: typical(rounds.map(({ peer }) => peer)) };
}

type Transfer = Record<"milliseconds" | "cpuMilliseconds" | "mebibytes", number>;

async function transfer(way: "client" | "fetch", url: string, size: string): Promise<Transfer> {
  using folder = benchFolder("result-to-disk");
  return await runChild("result-to-disk.ts", [way, url, size, folder.path]);
}

function typical(transfers: readonly Transfer[]): Transfer {
  return {
    milliseconds: low(transfers.map(({ milliseconds }) => milliseconds)),
    cpuMilliseconds: low(transfers.map(({ cpuMilliseconds }) => cpuMilliseconds)),
    mebibytes: median(transfers.map(({ mebibytes }) => mebibytes)),
  };
}
