import { createLog } from "../github/log.ts";
import { post } from "./post.ts";

await post(process.env, createLog());
