/** A page for the dashboard. It uses the session of the signed-in person, which needs the header X-Vireo-Dashboard. */
export const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<title>Gradients</title>
<style>body { font: 16px system-ui; margin: 2rem; max-width: 40rem }</style>
<h1>Favourite gradients</h1>
<ul id="list"></ul>
<script type="module">
  const response = await fetch("/api/v1/gradients/favourites", { headers: { "x-vireo-dashboard": "1" } });
  const { favourites = [] } = await response.json();
  const list = document.getElementById("list");
  for (const { prompt } of favourites) list.append(Object.assign(document.createElement("li"), { textContent: prompt }));
  if (favourites.length === 0) list.replaceWith("No favourites yet. Add one with POST /api/v1/gradients/favourites.");
</script>
</html>`;
