declare module "*.ttf" {
  const path: string;
  export default path;
}

declare module "*.otf" {
  const path: string;
  export default path;
}
