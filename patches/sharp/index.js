// Transformers.js refuses to load without a value here.
module.exports = () => {
  throw new Error("sharp is not installed: Vireo reads images with @napi-rs/canvas.");
};
