// By a name: what is loaded later, as a file of the bundle, hands on no default.
export { default as ky } from "ky";
