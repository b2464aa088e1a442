import { fraction } from "../results/random.ts";
import { type Fault, type FaultCondition, type FaultRule, hasName, parseFault } from "./language.ts";

/** The request that rules match. */
export interface FaultTarget {
  readonly operation: string;
  readonly jobId?: string | undefined;
  readonly unit?: string | undefined;
}

/** The rules of a simulator. They may be changed while it runs. */
export interface Faults {
  /** The number of faults so far, of all rules together. */
  readonly fired: number;
  /** Adds a rule in the fault language. @throws FaultSyntaxError, also for a rule that can never match */
  add(rule: string): void;
  /** Forgets all rules. */
  clear(): void;
  /** The fault of a request: that of the first rule that matches. */
  next(target: FaultTarget): Fault | undefined;
}

export function createFaults(rules: readonly string[], seed: number): Faults {
  const all: { rule: FaultRule; number: number; count: number }[] = [];
  let fired = 0;
  let ruleCount = 0;
  const faults: Faults = {
    get fired() {
      return fired;
    },
    add(rule) {
      const parsed = parseFault(rule);
      ruleCount += 1;
      all.push({ rule: parsed, number: ruleCount, count: 0 });
    },
    clear() {
      all.length = 0;
    },
    next(target) {
      let dueFault: Fault | undefined;
      for (const state of all) {
        if (!matches(state.rule.on, target)) continue;
        // Every rule counts every request that it matches, also those with a fault of an earlier rule.
        state.count += 1;
        if (dueFault !== undefined || !isDue(state.rule.on, state.count, seed, state.number)) continue;
        dueFault = state.rule.fault;
        fired += 1;
      }
      return dueFault;
    },
  };
  for (const rule of rules) faults.add(rule);
  return faults;
}

function isDue(on: FaultCondition, count: number, seed: number, rule: number): boolean {
  if (on.nth !== undefined && count !== on.nth) return false;
  if (on.every !== undefined && count % on.every !== 0) return false;
  return on.probability === undefined || fraction(seed, "fault", rule, count) < on.probability;
}

function matches(on: FaultCondition, target: FaultTarget): boolean {
  if (on.jobId !== undefined && on.jobId !== target.jobId) return false;
  if (on.unit !== undefined && on.unit !== target.unit) return false;
  return on.operation === undefined ? target.operation !== "connection" : hasName(target.operation, on.operation);
}
