/** In place of `unzip-stream`, whose dependency `buffers` has no license. Nothing of ours downloads with the artifact client. */
export default {
  Extract(): never {
    throw new Error("The bundle cannot extract artifacts with the artifact client.");
  },
};
