declare module "tesseract.js-core/tesseract-core-simd-lstm.js" {
  interface Tesseract {
    Init(folder: string, language: string, engine: number): number;
    SetPageSegMode(mode: number): void;
    SetImageFile(exif: number, angle: number): void;
    Recognize(monitor: null): void;
    /** Rows of words: level, page, block, paragraph, line, word, left, top, width, height, confidence, text. */
    GetTSVText(page: number): string;
    /** Above 0 for a word in its dictionary. */
    IsValidWord(word: string): number;
  }
  interface Core {
    FS: { writeFile(path: string, data: Uint8Array): void };
    TessBaseAPI: new () => Tesseract;
  }
  const createCore: (options: { wasmBinary: Uint8Array; print(): void; printErr(): void }) => Promise<Core>;
  export default createCore;
}

declare module "*.wasm" {
  const path: string;
  export default path;
}
