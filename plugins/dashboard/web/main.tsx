import { createRoot } from "react-dom/client";
import { App, loadAhead } from "./app";

loadAhead(location.pathname);

const root = document.getElementById("root");
if (root) createRoot(root).render(<App />);
