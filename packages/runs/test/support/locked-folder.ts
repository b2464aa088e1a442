import { lockRunFolder } from "../../src/folder/lock/run-lock.ts";

/** Has this process use a run folder, as another run would, until the function is called. */
export async function useRunFolder(folder: string): Promise<() => Promise<void>> {
  const lock = await lockRunFolder(folder);
  return () => lock.release();
}
