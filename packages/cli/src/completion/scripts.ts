import { script } from "@bomb.sh/tab";

/** Prints the script of a shell. At each Tab it calls `analytics-engines complete -- WORDS...`. */
export function printCompletion(shell: string): void {
  script(shell, "analytics-engines", "analytics-engines");
  // The library's script completes no names of files.
  if (shell === "bash")
    process.stdout.write("complete -o bashdefault -o default -F __analytics_engines_complete analytics-engines\n");
}
