/** Style of the status page: the colours of the product, no image, no font from elsewhere. */
export const statusStyle = `
:root {
  color-scheme: light dark;
  --ground: #f3f4f8; --paper: #fff; --ink: #1a2030; --soft: #4d566a; --line: #e4e7ee; --edge: #868fa3;
  --accent: #2c50c9; --up: #17643a; --up-wash: #dcf3e5; --down: #b3261e; --down-wash: #fdeceb;
  --warn: #7a4d00; --warn-wash: #fdf0d5;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #12151c; --paper: #191d26; --ink: #e7eaf1; --soft: #b3bac9; --line: #2c3341; --edge: #6c7689;
    --accent: #9ab1ff; --up: #8fe0b0; --up-wash: #16361f; --down: #ff9a91; --down-wash: #3b2022;
    --warn: #f2c879; --warn-wash: #3a2c12;
  }
}
* { box-sizing: border-box; margin: 0; }
body {
  max-width: 1080px; margin: 0 auto; padding: 28px 20px 48px; background: var(--ground);
  color: var(--ink); font: 0.9375rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif;
}
header { display: flex; align-items: center; gap: 14px; flex-wrap: wrap; margin-bottom: 24px; }
header p { color: var(--soft); }
header > .state { margin-left: auto; font-size: 0.9375rem; padding: 6px 14px; }
h1 { font-size: 1.375rem; line-height: 1.2; letter-spacing: -0.01em; }
h2 { font-size: 1rem; margin-bottom: 12px; }
h3 { font-size: 0.875rem; margin: 20px 0 8px; }
a { color: var(--accent); }
code { font: 0.8125rem ui-monospace, 'SF Mono', 'DejaVu Sans Mono', monospace; overflow-wrap: anywhere; }
.logo { width: 44px; height: 44px; flex: none; }
.logo-wall { fill: #2c50c9; }
.logo-gate, .logo-letter, .logo-fold { fill: none; stroke: #fff; stroke-width: 2.2; stroke-linecap: round; stroke-linejoin: round; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 12px; }
.figures div, section { background: var(--paper); border: 1px solid var(--line); border-radius: 14px; }
.figures div { padding: 14px 16px; }
.figures dt, .figures dd { color: var(--soft); font-size: 0.8125rem; }
.figures b { display: block; color: var(--ink); font-size: 1.75rem; line-height: 1.25; font-variant-numeric: tabular-nums; }
section { margin-top: 16px; padding: 18px 20px; }
table { width: 100%; border-collapse: collapse; }
th { text-align: left; font-weight: 500; font-size: 0.8125rem; color: var(--soft); }
th, td { padding: 8px 16px 8px 0; border-bottom: 1px solid var(--line); vertical-align: baseline; }
td:last-child, th:last-child { padding-right: 0; }
tbody tr:last-child td { border-bottom: 0; padding-bottom: 0; }
time, .count { white-space: nowrap; font-variant-numeric: tabular-nums; }
.state { border-radius: 999px; padding: 2px 10px; font-size: 0.8125rem; font-weight: 600; white-space: nowrap; }
header > .state { white-space: normal; }
.up, header > .up { background: var(--up-wash); color: var(--up); }
.warning { background: var(--warn-wash); color: var(--warn); }
.note.state, .state.note { background: var(--ground); color: var(--soft); }
.down, .error, header > .down { background: var(--down-wash); color: var(--down); }
.note, .empty, .advice { color: var(--soft); }
.note { font-size: 0.8125rem; }
h2 + .note { margin: -6px 0 12px; }
.failures { list-style: none; padding: 0; }
.failures li { padding: 10px 0; border-bottom: 1px solid var(--line); }
.failures li:first-child { padding-top: 0; }
.failures li:last-child { padding-bottom: 0; border-bottom: 0; }
form.line, form.switch { display: flex; align-items: center; flex-wrap: wrap; gap: 8px 12px; }
form.line { margin-bottom: 14px; }
form.act { margin: 14px 0 0; padding-top: 14px; border-top: 1px solid var(--line); }
form.line label { color: var(--soft); font-size: 0.8125rem; }
input[type=search] {
  flex: 1 1 200px; max-width: 340px; min-width: 0; padding: 7px 12px; border: 1px solid var(--edge); border-radius: 8px;
  background: var(--paper); color: var(--ink); font: inherit;
}
button {
  padding: 6px 14px; border: 1px solid var(--edge); border-radius: 8px; background: var(--paper); color: var(--ink);
  font: inherit; font-size: 0.8125rem; font-weight: 600; cursor: pointer; white-space: nowrap;
}
button:hover { background: var(--ground); }
button.danger { border-color: var(--down); color: var(--down); }
button.danger:hover { background: var(--down-wash); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
td form.switch { justify-content: space-between; flex-wrap: nowrap; min-width: 190px; }
footer { display: flex; justify-content: space-between; flex-wrap: wrap; gap: 4px 24px; margin-top: 20px; color: var(--soft); font-size: 0.8125rem; }
@media (max-width: 640px) {
  body { padding: 20px 14px 36px; }
  header > .state { margin-left: 0; }
  .figures { grid-template-columns: 1fr 1fr; }
  section { padding: 16px; }
  thead { position: absolute; clip-path: inset(50%); }
  table, tbody, tr, td { display: block; }
  tr { padding: 10px 0; border-bottom: 1px solid var(--line); }
  tr:first-child { padding-top: 0; }
  tr:last-child { padding-bottom: 0; border-bottom: 0; }
  td { position: relative; padding: 2px 0 2px 96px; border: 0; overflow-wrap: anywhere; }
  td::before { content: attr(data-name); position: absolute; left: 0; width: 84px; color: var(--soft); font-size: 0.8125rem; line-height: 1.73; }
}
`
