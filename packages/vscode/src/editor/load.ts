type Checker = typeof import("./checker.ts");
type Engine = typeof import("./engine.ts");

let checker: Promise<Checker> | undefined;
let engine: Promise<Engine> | undefined;

/** The code that checks; activating the extension does not load it. */
export function loadChecker(): Promise<Checker> {
  checker ??= import("./checker.ts");
  return checker;
}

/** The code that completes, explains and mends, which is more. */
export function loadEngine(): Promise<Engine> {
  engine ??= import("./engine.ts");
  return engine;
}
