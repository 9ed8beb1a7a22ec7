/**
 * A page for the dashboard: it lists the favourites and adds one. The browser runs this file as it is.
 * @type {import("vireo/dashboard").PageModule["mount"]}
 */
export async function mount(root, { api, signal, notify }) {
  root.innerHTML = `
    <form>
      <label>Prompt <input name="prompt" required maxlength="500" /></label>
      <button>Add favourite</button>
    </form>
    <ul></ul>`;
  const [form, list] = [root.querySelector("form"), root.querySelector("ul")];

  async function show() {
    const { favourites } = await api.request("GET", "/gradients/favourites", { signal });
    const lines = favourites.length > 0 ? favourites.map(({ prompt }) => prompt) : ["No favourites yet"];
    list.replaceChildren(...lines.map((line) => Object.assign(document.createElement("li"), { textContent: line })));
  }

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await api.request("POST", "/gradients/favourites", { body: { prompt: new FormData(form).get("prompt") } });
      form.reset();
      notify("Favourite added");
      await show();
    } catch (error) {
      notify(error.message, { isError: true });
    }
  });
  await show();
}
