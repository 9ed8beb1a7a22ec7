declare module "*.onnx" {
  const path: string;
  export default path;
}
