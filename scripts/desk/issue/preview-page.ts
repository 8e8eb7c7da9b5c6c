/**
 * A page that shows an issue's email as email programs would: by version, width and theme, with and without pictures,
 * and as plain text. The page is one file that needs no server, and shows the email in a frame that runs no scripts.
 */
import { escapeHtml } from '../../../src/domain/escape-html.ts'
import type { IssueEmail } from '../../../src/domain/issue/issue-email.ts'
import { site } from '../../../src/publication/identity.ts'
import { formatKilobytes, measureIssueEmail } from './render-issue-email.ts'

type Choice = {
  readonly name: string
  readonly options: readonly (readonly [value: string, label: string])[]
}

const choices: readonly Choice[] = [
  {
    name: 'version',
    options: [
      ['guest', 'Guest'],
      ['subscriber', 'Subscriber'],
    ],
  },
  {
    name: 'view',
    options: [
      ['390', 'Phone'],
      ['320', 'Small phone'],
      ['900', 'Desktop'],
      ['text', 'Plain text'],
    ],
  },
  // “Inverted” imitates email programs that derive their dark mode from the light theme.
  {
    name: 'theme',
    options: [
      ['light', 'Light'],
      ['dark', 'Dark'],
      ['inverted', 'Inverted'],
    ],
  },
  {
    name: 'pictures',
    options: [
      ['on', 'Pictures'],
      ['off', 'No pictures'],
    ],
  },
]

const renderChoice = ({ name, options }: Choice) =>
  `<fieldset><legend>${name}</legend>${options
    .map(
      ([value, label], index) =>
        `<label><input type="radio" name="${name}" value="${value}"${index === 0 ? ' checked' : ''}> ${label}</label>`,
    )
    .join('')}</fieldset>`

const style = `
:root { color-scheme: light dark; --line: light-dark(#ddd6c8, #3a352e); }
body { margin: 0; background: light-dark(#ebe4d6, #000); color: light-dark(#16130f, #efeae1); font: 15px/1.4 Helvetica, Arial, sans-serif; }
header { position: sticky; top: 0; padding: 12px 20px; background: light-dark(#fffdf8, #141210); border-bottom: 1px solid var(--line); }
header p { margin: 0 0 8px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
form { display: flex; flex-wrap: wrap; gap: 4px 28px; }
fieldset { display: flex; gap: 14px; margin: 0; padding: 0; border: 0; }
legend { position: absolute; clip-path: inset(50%); }
label { display: inline-flex; gap: 5px; align-items: center; min-height: 44px; }
main { padding: 20px; }
iframe, pre { display: block; box-sizing: border-box; max-width: 100%; margin: 0 auto; border: 1px solid var(--line); background: light-dark(#fffdf8, #141210); }
iframe { height: 80vh; }
[hidden] { display: none; }
pre { width: 44rem; padding: 20px; font: 14px/1.5 ui-monospace, Menlo, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }`

/** Runs in the page. A frame's preferred theme can't be set, so the email's media query is replaced. */
const script = `
const { versions } = JSON.parse(document.querySelector('#email').textContent)
const form = document.querySelector('form')
const [frame, text] = [document.querySelector('iframe'), document.querySelector('pre')]
function show() {
  const { version, view, theme, pictures } = Object.fromEntries(new FormData(form))
  const email = versions[version]
  text.hidden = view !== 'text'
  frame.hidden = view === 'text'
  text.textContent = email.text
  frame.style.width = view + 'px'
  let html = email.html.replaceAll('(prefers-color-scheme:dark)', theme === 'dark' ? 'all' : 'not all')
  if (pictures === 'off') html = html.replace(/(<img [^>]*src=")[^"]*/g, '$1data:image/png,')
  const inverted = '<style>html,img{filter:invert(1) hue-rotate(180deg)}html{background:#000}</style>'
  const extra = '<base target="_blank">' + (theme === 'inverted' ? inverted : '')
  frame.style.colorScheme = theme === 'dark' ? 'dark' : 'light'
  frame.srcdoc = html.replace('</head>', extra + '</head>')
}
form.addEventListener('change', show)
show()`

export function renderPreviewPage(email: IssueEmail, preheader: string): string {
  const sizes = measureIssueEmail(email).map(
    ({ version, bytes }) => `${version} ${formatKilobytes(bytes)}`,
  )
  // A closing tag in the text must not end the element.
  const data = JSON.stringify(email).replaceAll('<', '\\u003c')
  return `<!doctype html>
<html lang="${site.language}"><head><meta charset="utf-8"><title>${escapeHtml(email.subject)}</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><style>${style}</style></head>
<body><header><p><b>${escapeHtml(email.subject)}</b> ${escapeHtml(preheader)} · ${sizes.join(', ')}</p>
<form>${choices.map(renderChoice).join('')}</form></header>
<main><iframe title="The email" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe><pre hidden></pre></main>
<script type="application/json" id="email">${data}</script><script>${script}</script></body></html>
`
}
