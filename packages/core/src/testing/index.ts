export { Secrets } from "../service/secrets/secrets.ts";
export { silentMeta } from "./answer-meta.ts";
export { seededRandom } from "./seeded-random.ts";
export { createVirtualClock, type VirtualClock, type VirtualClockOptions } from "./virtual-clock.ts";
export { createWindowModel, type WindowModel, type WindowModelOptions } from "./window-model.ts";
