import { createRoot } from "react-dom/client";
import { App, preload } from "./app";

preload(location.pathname);

const root = document.getElementById("root");
if (root) createRoot(root).render(<App />);
