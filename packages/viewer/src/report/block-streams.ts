import { Transform } from "node:stream";

/** Bytes as base64, in one line. */
export function base64Stream(): Transform {
  let left = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const bytes = Buffer.concat([left, chunk]);
      const whole = bytes.length - (bytes.length % 3);
      left = bytes.subarray(whole);
      done(null, bytes.toString("base64", 0, whole));
    },
    flush(done) {
      done(null, left.toString("base64"));
    },
  });
}
