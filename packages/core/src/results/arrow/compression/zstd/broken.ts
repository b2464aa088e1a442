import { damaged } from "../../errors.ts";

export const broken = () => damaged("ZSTD data does not unpack");
