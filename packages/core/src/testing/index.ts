export { createVirtualClock, type VirtualClock } from "./virtual-clock.ts";
