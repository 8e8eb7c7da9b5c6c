import { escapeHtml } from '../../../src/domain/escape-html.ts'

/** Renders a time in the browser's language, format and time zone. */
export const renderTime = (instant: string) =>
  `<time datetime="${escapeHtml(instant)}">${escapeHtml(instant)}</time>`

const localTimesScript = `const format = new Intl.DateTimeFormat(navigator.languages, { dateStyle: 'medium', timeStyle: 'medium' })
for (const time of document.querySelectorAll('time')) {
  time.title = time.dateTime
  time.textContent = format.format(new Date(time.dateTime))
}`

const sections = { Emails: '/', Events: '/events' } as const

export function renderInboxPage(section: keyof typeof sections, content: string): string {
  const links = Object.entries(sections).map(
    ([name, path]) =>
      `<a href="${path}"${name === section ? ' aria-current="page"' : ''}>${name}</a>`,
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${section} · Inbox</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>body{font:17px/1.5 Georgia,serif;max-width:44rem;margin:3rem auto;padding:0 1rem;background:#fffdf8;color:#16130f}
h2{margin:2rem 0 0;font-size:1.2rem}p{margin:0;color:#5c554b}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}
nav{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;margin:0 0 1.5rem}nav a{color:inherit;padding:.5rem 0}[aria-current]{font-weight:bold}
code{font-size:.85rem}h2 a{color:inherit}:target h2{background:#f3e3a1}iframe{width:100%;height:38rem;border:1px solid #ddd6c8;margin:.5rem 0 0}</style>
<h1>Inbox</h1><nav>${links.join('')}</nav>${content}
<script type="module">${localTimesScript}</script></html>`
}
