/** Style and script of the feed, inlined in the page. */
export const style = `
  :root { color-scheme: dark; font: 16px/1.5 system-ui, sans-serif; --ground: #0c0e13; --edge: #2a2f3a; --soft: #9aa3b2; --accent: #ffd166 }
  * { box-sizing: border-box }
  body { margin: 0; min-height: 100vh; background: radial-gradient(60rem 40rem at 75% 20%, #1a2233, transparent), var(--ground); color: #f2f4f8;
    display: grid; grid-template-columns: minmax(0, 24rem) auto; gap: 2rem 5rem; justify-content: center; align-items: center; padding: 2rem }
  h1 { font-size: 2.4rem; line-height: 1.1; letter-spacing: -.02em; margin: 0 0 .8rem }
  h1 span { color: var(--ground); background: var(--accent); padding: 0 .35em; border-radius: .25em }
  header > p, details p { color: var(--soft); margin: 0 0 1.4rem }
  nav { display: flex; flex-wrap: wrap; gap: .5rem; margin-bottom: 1.4rem }
  nav a { color: inherit; text-decoration: none; padding: .35rem .9rem; border: 1px solid var(--edge); border-radius: 99px; font-size: .9rem }
  nav a:hover { border-color: var(--soft) } nav a[aria-current] { background: #f2f4f8; color: var(--ground); border-color: #f2f4f8 }
  a:focus-visible, summary:focus-visible, .feed:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
  summary { cursor: pointer; font-weight: 600; font-size: .95rem } details p { margin: .8rem 0; font-size: .9rem }
  dl { margin: 0; font-size: .85rem; max-height: 38vh; overflow: auto } dt, code { font-family: ui-monospace, monospace; color: var(--accent) } dd { margin: 0 0 .6rem; color: var(--soft) }
  .phone { width: min(24rem, calc(88vh * 9 / 18)); height: min(88vh, 48rem); border: 10px solid #05060a; outline: 1px solid var(--edge); border-radius: 2.6rem; overflow: hidden; background: #000; box-shadow: 0 30px 80px #000a }
  .feed { height: 100%; overflow-y: auto; scroll-snap-type: y mandatory; scrollbar-width: none }
  .slide { position: relative; height: 100%; scroll-snap-align: start; scroll-snap-stop: always; background: #000 }
  .shown { position: absolute; inset: 0; display: flex; overflow-x: auto; scroll-snap-type: x mandatory; scrollbar-width: none }
  .shown > * { flex: 0 0 100%; width: 100%; height: 100%; object-fit: cover; background: #11141b; scroll-snap-align: start } .shown img { object-fit: contain }
  .text { position: absolute; inset: auto 0 0; padding: 5rem 1.1rem 4.2rem; background: linear-gradient(transparent, #000c 45%); pointer-events: none; text-shadow: 0 1px 3px #000 }
  .text p { margin: 0 0 .45rem } .who { display: flex; align-items: center; gap: .55rem; font-weight: 650 } .who img { border-radius: 50% }
  h2 { font-size: 1.05rem; line-height: 1.25; margin: 0 0 .3rem }
  .caption { font-size: .92rem; line-height: 1.35; white-space: pre-line; overflow-wrap: anywhere; max-height: 9.5em; overflow: hidden }
  .labels { display: flex; flex-wrap: wrap; gap: .3rem } .labels:empty { display: none } .labels span { font-size: .72rem; background: #fff3; padding: .1rem .5rem; border-radius: .3rem; text-shadow: none }
  .time { font-size: .72rem; color: #cfd5df }
  .where { position: absolute; top: 1rem; left: 1rem; margin: 0; padding: .15rem .65rem; border-radius: 99px; font-size: .75rem; font-weight: 650; background: #000a }
  .where.tiktok { background: #0f766e } .where.instagram { background: #9d2f8a } .where.youtube { background: #b3261e }
  .empty { height: 100%; display: grid; place-content: center; text-align: center; padding: 2rem; color: var(--soft) } .empty p:first-child { color: #f2f4f8; font-size: 1.2rem; margin: 0 }
  @media (max-width: 52rem) { body { grid-template-columns: minmax(0, 24rem); padding: 1rem } .phone { width: 100%; height: 80vh } }
`;

/** Plays only the video in view. */
export const script = `
  const seen = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) isIntersecting ? target.play().catch(() => {}) : target.pause();
  }, { threshold: 0.6 });
  for (const video of document.querySelectorAll("video")) seen.observe(video);
`;
