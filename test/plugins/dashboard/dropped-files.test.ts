import { expect, test } from "bun:test";
import { isAccepted, readDropped } from "#plugins/dashboard/web/ui/dropped-files";

const fileEntry = (name: string) => ({
  ...{ name, isFile: true, isDirectory: false },
  file: (resolve: (file: File) => void) => resolve(new File(["x"], name)),
});
/** Browsers return the entries of a folder in portions. */
const folderEntry = (name: string, entries: object[]) => ({
  ...{ name, isFile: false, isDirectory: true },
  createReader() {
    const portions = [entries.slice(0, 1), entries.slice(1), []];
    return { readEntries: (resolve: (entries: object[]) => void) => resolve(portions.shift() ?? []) };
  },
});
const drop = (...entries: object[]) =>
  readDropped({ items: entries.map((entry) => ({ webkitGetAsEntry: () => entry })), files: [] } as never);

test("a dropped folder gives the files in it and below it, in the folder's name, without what computers add", async () => {
  const nested = folderEntry("july", [fileEntry("beach.mp4"), fileEntry(".DS_Store")]);
  const dropped = await drop(
    fileEntry("one.mp4"),
    folderEntry("summer", [fileEntry("Thumbs.db"), fileEntry("sea.mp4"), nested]),
  );
  expect(dropped.map(({ file, folder }) => [file.name, folder])).toEqual([
    ["one.mp4", undefined],
    ["sea.mp4", "summer"],
    ["beach.mp4", "summer"],
  ]);
});

test("a browser that does not know the type of a phone's file accepts it by its name", () => {
  const accept = "video/quicktime,image/heic";
  expect(isAccepted(new File([], "IMG_1.MOV"), accept)).toBe(true);
  expect(isAccepted(new File([], "IMG_2.heic", { type: "image/heic" }), accept)).toBe(true);
  expect(isAccepted(new File([], "notes.txt", { type: "text/plain" }), accept)).toBe(false);
  expect(isAccepted(new File([], "README"), accept)).toBe(false);
});
