type Engine = typeof import("./engine.ts");

let engine: Promise<Engine> | undefined;

/** The code that checks, completes and explains; activating the extension does not load it. */
export function loadEngine(): Promise<Engine> {
  engine ??= import("./engine.ts");
  return engine;
}
