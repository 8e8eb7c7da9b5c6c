/**
 * A letter as mail programs show it: as plain text, and as HTML that looks like the publication
 * without needing anything of ours, no picture, no script, no font. What stands in it is escaped here
 * and nowhere else.
 */
import { site } from '../../src/site.ts'

export type Letter = {
  readonly subject: string
  /** The first line that a list of mails shows beside the subject. */
  readonly paragraphs: readonly string[]
  /** What can be looked up: what is paid, and when. */
  readonly facts?: readonly (readonly [name: string, value: string])[]
  /** Said after the facts. */
  readonly closing?: readonly string[]
  /** The one thing that the reader may want to do. */
  readonly action?: { readonly words: string; readonly url: string }
}

const isNameOnly = /^[\p{L}\p{M}][\p{L}\p{M}'’ -]*$/u

/**
 * Whoever signs up chooses a name, and may choose somebody else’s address with it: what mail programs
 * would make a link of, or what is no name, is left out.
 */
export function greeting(firstName: string): string {
  const name = firstName.trim()
  return name.length <= 60 && isNameOnly.test(name) ? `Dear ${name},` : 'Dear reader,'
}

const farewell = `Questions? Write to ${site.subscriptionsEmail}, and a person will answer.`

export function textOf(letter: Letter, firstName: string, siteUrl: string): string {
  const { paragraphs, facts = [], closing = [], action } = letter
  return [
    greeting(firstName),
    ...paragraphs,
    ...(facts.length > 0 ? [facts.map(([name, value]) => `${name}: ${value}`).join('\n')] : []),
    ...closing,
    ...(action ? [`${action.words}:\n${action.url}`] : []),
    farewell,
    `${site.name}\n${siteUrl}`,
  ].join('\n\n')
}

const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)

// The colours of the tokens, light and dark: mail programs know no custom properties.
const styles = `body{margin:0;background:#fffdf8;color:#16130f}
.page{max-width:34rem;margin:0 auto;padding:0 20px 32px;font:18px/1.55 Georgia,"Times New Roman",serif}
.bar{background:#0c0a08;padding:14px 20px;text-align:center}
.bar a{color:#f7f2e8;font:600 21px/1.2 Georgia,"Times New Roman",serif;text-decoration:none}
h1{font:600 27px/1.2 Georgia,"Times New Roman",serif;margin:36px 0 20px}
p{margin:0 0 18px}
table{width:100%;border-collapse:collapse;margin:0 0 22px;border-top:1px solid #ddd6c8}
th,td{padding:9px 0;border-bottom:1px solid #ddd6c8;text-align:left;vertical-align:top;font-size:16px}
th{font-weight:normal;color:#5a5248;padding-right:16px}
td{text-align:right}
.action{margin:26px 0 30px}
.action a{display:inline-block;background:#16130f;color:#fffdf8;padding:12px 22px;text-decoration:none;font:600 16px/1.3 Helvetica,Arial,sans-serif}
.foot{border-top:1px solid #ddd6c8;padding-top:16px;color:#5a5248;font-size:15px}
.foot a{color:inherit}
@media (prefers-color-scheme:dark){body{background:#141210;color:#efeae1}
table,th,td,.foot{border-color:#3a352e}th,.foot{color:#b5ada0}
.action a{background:#efeae1;color:#141210}}`

const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`

export function htmlOf(letter: Letter, firstName: string, siteUrl: string): string {
  const { subject, paragraphs, facts = [], closing = [], action } = letter
  const rows = facts.map(
    ([name, value]) =>
      `<tr><th scope="row">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`,
  )
  const home = escapeHtml(siteUrl)
  const name = escapeHtml(site.name)
  return `<!doctype html>
<html lang="${site.language}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title>
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><style>${styles}</style></head>
<body><div class="bar"><a href="${home}">${name}</a></div>
<div class="page"><h1>${escapeHtml(subject)}</h1>
${[greeting(firstName), ...paragraphs].map(paragraph).join('\n')}
${rows.length > 0 ? `<table>${rows.join('')}</table>` : ''}
${closing.map(paragraph).join('\n')}
${action ? `<p class="action"><a href="${escapeHtml(action.url)}">${escapeHtml(action.words)}</a></p>` : ''}
<p class="foot">${escapeHtml(farewell)}<br><a href="${home}">${name}</a></p></div></body></html>
`
}
