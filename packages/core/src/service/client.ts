export type { Client } from "./client-face.ts";
