import "./early";

const { start } = await import("./app");
start();
