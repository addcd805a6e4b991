/** The style of the page. The Content Security Policy has its hash. It loads no fonts or images. */
export const STYLE = `
:root { color-scheme: light dark; --ink: #1c2430; --soft: #566172; --line: #d5dbe3; --tint: #f3f6f9; --link: #0b57a4; --page: #fff }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6eaf0; --soft: #a5b0bf; --line: #364050; --tint: #1d2530; --link: #8cc2ff; --page: #141a22 }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--page); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif }
header, main { max-width: 60rem; margin: 0 auto; padding: 1.5rem clamp(1rem, 4vw, 2rem) }
header { padding-bottom: 0 }
main { padding-top: 0; padding-bottom: 4rem }
h1 { margin: 1rem 0 .25rem; font-size: clamp(1.6rem, 5vw, 2.2rem); line-height: 1.2 }
h2 { margin: 0 0 .5rem; font-size: 1.3rem; line-height: 1.3 }
h3 { margin: 1.25rem 0 .35rem; font-size: 1rem }
p, ul { margin: .5rem 0 }
a { color: var(--link) }
a:focus-visible, pre:focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
code, pre { font: .9em/1.5 ui-monospace, monospace }
code { overflow-wrap: anywhere }
pre { margin: .35rem 0; padding: .75rem 1rem; overflow-x: auto; background: var(--tint); border: 1px solid var(--line); border-radius: .4rem }
nav ul { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; padding: 0; list-style: none }
nav a { display: inline-block; padding: .35rem 0 }
section { margin-top: 2rem; padding-top: 1.5rem; border-top: 1px solid var(--line) }
table { width: 100%; border-collapse: collapse }
th, td { padding: .4rem .75rem .4rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); overflow-wrap: anywhere }
caption { padding: .5rem 0 .25rem; text-align: left; font-weight: 600 }
thead th { color: var(--soft); font-weight: 600 }
tbody th { font-weight: 400 }
.keys { table-layout: fixed }
.keys th:first-child { width: 46% }
.status th:first-child { width: 4.5rem }
`;
