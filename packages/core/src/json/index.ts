export { fromPointer, type JsonPath, toPointer } from "./pointer.ts";
export * from "./value.ts";
