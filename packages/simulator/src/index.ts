export type { OAuthConfiguration } from "./auth/oauth.ts";
export type { OAuthClient, SimulatorToken, SimulatorUser } from "./auth/users.ts";
export { knownGood } from "./catalogue/known-good.ts";
export type { Faults } from "./faults/faults.ts";
export {
  FAULT_LANGUAGE,
  FaultSyntaxError,
  faultKinds,
  formatFault,
  parseFault,
} from "./faults/language.ts";
export type { Fault, FaultCondition, FaultKind, FaultRule } from "./faults/rule.ts";
export type { SimulatedJobState, UnitCounts, UnitState } from "./jobs/job.ts";
export type { JobView } from "./jobs/view.ts";
export { defaultUser, type JobToTime, type SimulatorOptions, type SimulatorProfile } from "./options.ts";
export type { ReceivedRequest } from "./requests.ts";
export { createSimulator, type Listening, type Simulator } from "./simulator.ts";
