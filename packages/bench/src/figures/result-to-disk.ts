import { benchFolder, low, median, repeat, runChild, startService } from "../measure.ts";
import { atMost, type Row, withoutTarget } from "../report.ts";

const ROUNDS = 3;
/** The ratio is 1.1 on one machine and 1.36 on another, whose disk is faster beside its processor. */
const MAX_RATIO = 1.4;

/** A result of 1 GiB from the socket to the disk, beside `fetch` piped into a file: peak memory and time. */
export async function measureResultToDisk(): Promise<Row[]> {
  using server = await startService("server.ts");
  const plain = await compare(server.url, "1024");
  const rows = await compare(server.url, "1024-rows");
  return [
    // Pieces wait for the garbage collector, here as in the peer, and a window of some MiB is on its way.
    memoryRow("memory for a result of 1 GiB", plain, 64),
    timeRow("time for a result of 1 GiB, digested and synced", plain, MAX_RATIO),
    // The client reads through a JSON result, to check that it is whole.
    timeRow("time for a JSON result of 1 GiB, looked through", rows, 3),
    memoryRow("  its memory", rows, 64),
  ];
}

type Transfer = Record<"milliseconds" | "mebibytes", number>;
type Pair = Record<"client" | "peer", Transfer>;

function timeRow(name: string, { client, peer }: Pair, times: number): Row {
  const target = `at most ${times} times fetch to a file`;
  return atMost(name, client.milliseconds, "ms", peer.milliseconds, times, target);
}

/** The memory of the client, which may be at most `more` MiB above that of the peer. */
function memoryRow(name: string, { client, peer }: Pair, more: number): Row {
  return {
    ...withoutTarget(name, client.mebibytes, "MiB", peer.mebibytes, `within ${more} MiB of fetch to a file`),
    met: client.mebibytes <= peer.mebibytes + more,
  };
}

/** Medians and lows of several transfers each, in turn, so that other work of the machine slows both. */
async function compare(url: string, size: string): Promise<Pair> {
  const rounds = await repeat(ROUNDS, async () => ({
    client: await transfer("client", url, size),
    peer: await transfer("fetch", url, size),
  }));
  return { client: typical(rounds.map(({ client }) => client)), peer: typical(rounds.map(({ peer }) => peer)) };
}

async function transfer(way: "client" | "fetch", url: string, size: string): Promise<Transfer> {
  using folder = benchFolder("result-to-disk");
  return await runChild("result-to-disk.ts", [way, url, size, folder.path]);
}

function typical(transfers: readonly Transfer[]): Transfer {
  return {
    milliseconds: low(transfers.map(({ milliseconds }) => milliseconds)),
    mebibytes: median(transfers.map(({ mebibytes }) => mebibytes)),
  };
}
