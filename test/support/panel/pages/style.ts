/** One style for all pages of the panel: light and dark, from a phone to a wide screen. */
export const style = `
:root {
  color-scheme: light dark;
  --ground: #f4f5f8; --surface: #ffffff; --line: #dfe3ea; --text: #1a2233; --soft: #5a6478;
  --accent: #2f5fd0; --accent-strong: #234bab; --on-accent: #ffffff; --tint: #eaf0fe;
  --bad: #a4262c; --bad-tint: #fdecec; --shadow: 0 1px 2px rgb(20 30 60 / .06), 0 8px 24px rgb(20 30 60 / .07);
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #12161f; --surface: #1b212d; --line: #2d3545; --text: #e8ebf2; --soft: #a3adc0;
    --accent: #8fb0ff; --accent-strong: #b0c8ff; --on-accent: #0f1a33; --tint: #232f4a;
    --bad: #ffb3b3; --bad-tint: #3a2226; --shadow: 0 1px 2px rgb(0 0 0 / .4);
  }
}
* { box-sizing: border-box }
body {
  margin: 0; min-height: 100vh; display: flex; flex-direction: column;
  background: var(--ground); color: var(--text);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
a { color: var(--accent) }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: .375rem }
header {
  display: flex; align-items: center; gap: .75rem 1.25rem; flex-wrap: wrap;
  padding: .875rem clamp(1rem, 4vw, 2.5rem); background: var(--surface); border-bottom: 1px solid var(--line);
}
.brand { display: flex; align-items: center; gap: .625rem; font-weight: 650; letter-spacing: -.01em; margin-right: auto }
.brand svg { width: 1.75rem; height: 1.75rem }
.who { color: var(--soft); overflow-wrap: anywhere }
@media (max-width: 32rem) { .who { order: 1; width: 100% } }
main { flex: 1; width: 100%; max-width: 60rem; margin: 0 auto; padding: clamp(1.5rem, 5vw, 3.5rem) clamp(1rem, 4vw, 2.5rem) }
h1 { font-size: clamp(1.5rem, 4vw, 2rem); line-height: 1.2; letter-spacing: -.02em; margin: 0 0 .5rem }
.lead { color: var(--soft); margin: 0 0 2rem; max-width: 40rem }
.apps { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(17rem, 100%), 1fr)); list-style: none; margin: 0; padding: 0 }
.app {
  display: grid; grid-template-columns: 3rem 1fr; gap: .25rem 1rem; align-items: center; height: 100%;
  padding: 1.25rem; border: 1px solid var(--line); border-radius: .875rem;
  background: var(--surface); box-shadow: var(--shadow); color: inherit; text-decoration: none;
}
.app:hover { border-color: var(--accent) }
.app svg { grid-row: span 2; width: 3rem; height: 3rem }
.app > * { min-width: 0; overflow-wrap: anywhere }
.app strong { font-size: 1.0625rem }
.app small { color: var(--soft); font-size: .9375rem }
.badge { display: inline-block; margin-left: .5rem; padding: .0625rem .5rem; border-radius: 1rem; background: var(--tint); color: var(--accent-strong); font-size: .8125rem; font-weight: 600; vertical-align: .0625rem }
.tile { fill: var(--tint) } .drawing { fill: none; stroke: var(--accent); stroke-width: 2; stroke-linecap: round; stroke-linejoin: round }
.card { width: 100%; max-width: 26rem; margin: clamp(0rem, 6vh, 4rem) auto 0; padding: clamp(1.25rem, 5vw, 2.25rem); border: 1px solid var(--line); border-radius: 1rem; background: var(--surface); box-shadow: var(--shadow) }
form { display: grid; gap: 1rem; margin: 0 }
label { display: grid; gap: .375rem; font-weight: 600; font-size: .9375rem }
input { font: inherit; font-weight: 400; font-size: 1rem; color: inherit; background: var(--ground); border: 1px solid var(--soft); border-radius: .5rem; padding: .625rem .75rem; width: 100%; min-height: 2.75rem }
button { font: inherit; font-weight: 650; min-height: 2.75rem; padding: .5rem 1.25rem; border: 0; border-radius: .5rem; background: var(--accent); color: var(--on-accent); cursor: pointer }
button:hover { background: var(--accent-strong) }
.quiet { background: none; color: var(--accent); border: 1px solid var(--line); text-decoration: none; padding: .5rem 1rem; border-radius: .5rem }
.note { margin: 0 0 1.25rem; padding: .75rem 1rem; border-radius: .5rem; background: var(--bad-tint); color: var(--bad) }
.hint { margin: 1.5rem 0 0; padding: .875rem 1rem; border-radius: .5rem; background: var(--tint); font-size: .9375rem }
.hint dl { display: grid; grid-template-columns: auto 1fr; gap: .125rem .875rem; margin: .25rem 0 0 }
.hint dt { color: var(--soft) } .hint dd { margin: 0; font-family: ui-monospace, SFMono-Regular, Menlo, monospace; overflow-wrap: anywhere }
footer { padding: 1.25rem; text-align: center; color: var(--soft); font-size: .875rem }
`
