export { createVirtualClock, type VirtualClock } from "./virtual-clock.ts";
export { createWindowModel, type WindowModel, type WindowModelOptions } from "./window-model.ts";
