import { start } from "./app";

void start();
