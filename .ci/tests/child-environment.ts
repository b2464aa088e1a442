/** What a process with an environment of its own still takes from this one: its temporary folder, and where Node keeps compiled code. */
export function childEnvironment(): Readonly<Record<string, string>> {
  const names = ["TMPDIR", "TEMP", "TMP", "NODE_COMPILE_CACHE"];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
