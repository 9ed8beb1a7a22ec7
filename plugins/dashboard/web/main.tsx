import { askFirst } from "./early";

askFirst();
const { start } = await import("./app");
start();
