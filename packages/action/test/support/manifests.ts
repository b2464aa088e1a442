export { fileOf, manifestOf, unitOf } from "../../../runs/test/support/manifests.ts";
