/** Style of the review page: phones first, in both colour schemes. */
export const style = `
:root { color-scheme: light dark; --ground: #f5f6f6; --card: #fff; --ink: #171b1a; --soft: #5b6664; --line: #d9dedd;
  --brand: #0f766e; --on-brand: #fff; --warn: #9a3412; --warn-ground: #fff1e8;
  font: 16px/1.5 ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif }
@media (prefers-color-scheme: dark) { :root { --ground: #111514; --card: #1a1f1e; --ink: #eef2f1; --soft: #9faba8;
  --line: #333b39; --brand: #2dd4bf; --on-brand: #06201d; --warn: #fdba74; --warn-ground: #3a2415 } }
* { box-sizing: border-box } body { margin: 0; background: var(--ground); color: var(--ink); border-top: .3rem solid var(--account, transparent) }
.mark { display: inline-grid; place-items: center; vertical-align: middle; flex: none; width: 2.25rem; height: 2.25rem; border-radius: .5rem;
  object-fit: cover; background: var(--account); color: var(--on-account); font-size: .9rem; font-weight: 600 }
.who { display: flex; flex-wrap: wrap; gap: .25rem .6rem; align-items: center; min-width: 0 }
header { display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: center; justify-content: space-between;
  max-width: 64rem; margin: 0 auto; padding: .75rem 1rem } header span { color: var(--soft) }
nav { display: flex; gap: .75rem; align-items: center } nav > * { padding: .5rem 0 }
a { color: var(--brand); font-weight: 600; text-decoration: none }
main { max-width: 64rem; margin: 0 auto; padding: 0 1rem 4rem; display: grid; gap: 1.25rem }
.media { display: flex; gap: .5rem; overflow-x: auto; scroll-snap-type: x mandatory } .media > * { flex: 0 0 100%; scroll-snap-align: center }
.media img { max-height: 60dvh; border-radius: .75rem; object-fit: contain; background: #0001 }
.media video { display: block; width: 100%; max-height: 60dvh; border-radius: .75rem; aspect-ratio: 9 / 16; object-fit: contain }
.facts { min-width: 0; overflow-wrap: anywhere } .facts > :first-child { margin-top: 0 }
h1 { font-size: 1.35rem; line-height: 1.25; margin: 0; overflow-wrap: anywhere } header h1 { font-size: 1rem }
h2 { font-size: .8rem; letter-spacing: .02em; color: var(--soft); margin: 1.25rem 0 .25rem; font-weight: 600 }
.text { white-space: pre-wrap; margin: 0 } .when { margin: .5rem 0; font-weight: 600 } .when strong { color: var(--warn); display: block }
.state { display: inline-block; padding: .15rem .65rem; border: 1px solid var(--line); border-radius: 1rem; font-size: .85rem; font-weight: 600 }
.state.approved { border-color: var(--brand); color: var(--brand) } .state.rejected, .state.failed { border-color: var(--warn); color: var(--warn) }
.channels { list-style: none; margin: .75rem 0; padding: 0 } small, time { color: var(--soft); font-size: .85rem }
.when time { color: inherit; font-size: inherit }
.history { list-style: none; margin: 0; padding: 0 } .history li { padding: .6rem 0; border-bottom: 1px solid var(--line) } .history p { margin: 0 }
[role=alert] { background: var(--warn-ground); color: var(--warn); padding: .75rem 1rem; border-radius: .5rem; font-weight: 600 }
.actions { display: grid; gap: .6rem; margin-top: 1.5rem }
summary, button, .button { display: block; width: 100%; min-height: 2.9rem; padding: .65rem 1rem; border: 1px solid var(--line); border-radius: .6rem;
  font: inherit; font-weight: 600; line-height: 1.5; text-align: center; cursor: pointer; list-style: none; background: var(--card); color: inherit }
summary::-webkit-details-marker { display: none } a.button { text-decoration: none } .primary, a.primary { background: var(--brand); border-color: var(--brand); color: var(--on-brand) }
summary:focus-visible, button:focus-visible, a:focus-visible, input:focus-visible, textarea:focus-visible { outline: 3px solid var(--brand); outline-offset: 2px }
details[open] > form { margin-top: .6rem } form { display: grid; gap: .9rem; padding: 1rem; background: var(--card); border: 1px solid var(--line); border-radius: .6rem }
label { display: grid; gap: .25rem; font-weight: 600; font-size: .9rem }
input, textarea { width: 100%; font: inherit; font-size: 16px; padding: .6rem .7rem; border: 1px solid var(--soft); border-radius: .45rem; background: var(--ground); color: inherit }
textarea { resize: vertical } fieldset { border: 0; margin: 0; padding: 0; display: grid; gap: .5rem } legend { padding: 0 0 .4rem; font-weight: 600; font-size: .9rem }
.choice { display: flex; gap: .6rem; align-items: center; font-weight: 400; min-height: 2.5rem } .choice input { width: 1.2rem; height: 1.2rem; margin: 0; flex: none }
.choice time { color: inherit }
.card { max-width: 27rem; margin: 12dvh auto 0; padding: 1.5rem; background: var(--card); border: 1px solid var(--line); border-radius: .75rem; width: calc(100% - 2rem); gap: .75rem }
.card p { margin: 0 } .card .mark { display: grid; margin-bottom: .6rem } .card form { border: 0; padding: 0 }
@media (min-width: 52rem) { main:not(.card) { grid-template-columns: minmax(0, 22rem) minmax(0, 1fr); gap: 2.5rem; padding-top: 1rem } .media { position: sticky; top: 1rem; align-self: start } .media video { max-height: calc(100dvh - 6rem) } }
`;

/** Adds the color of a workspace, with text on it that can be read. */
export function addColor(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(
    (from) => (Number.parseInt(color.slice(from, from + 2), 16) / 255) ** 2.2,
  );
  const isLight = 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18;
  return `${style}:root { --account: ${color}; --on-account: ${isLight ? "#000" : "#fff"} }`;
}
