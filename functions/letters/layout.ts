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

const serif = "Georgia,'Times New Roman',serif"
const rule = '1px solid #ddd6c8'

/**
 * Written on each element, because several mail programs drop style elements. The colours are those of
 * the tokens: mail programs don't support custom properties.
 */
const style = {
  body: 'margin:0;background:#fffdf8;color:#16130f',
  bar: 'background:#0c0a08;padding:14px 20px;text-align:center',
  wordmark: `color:#f7f2e8;font:600 21px/1.2 ${serif};text-decoration:none`,
  page: `max-width:34rem;margin:0 auto;padding:0 20px 32px;font:18px/1.55 ${serif};background:#fffdf8;color:#16130f`,
  title: `margin:36px 0 20px;font:600 27px/1.2 ${serif}`,
  paragraph: 'margin:0 0 18px',
  table: `width:100%;margin:0 0 22px;border-collapse:collapse;border-top:${rule}`,
  name: `padding:9px 16px 9px 0;border-bottom:${rule};color:#5a5248;font:16px/1.55 ${serif};text-align:left;vertical-align:top`,
  value: `padding:9px 0;border-bottom:${rule};font:16px/1.55 ${serif};text-align:right;vertical-align:top`,
  action: 'margin:26px 0 30px',
  button:
    'display:inline-block;background:#16130f;color:#fffdf8;padding:12px 22px;text-decoration:none;font:600 16px/1.3 Helvetica,Arial,sans-serif',
  foot: `margin:0 0 18px;padding-top:16px;border-top:${rule};color:#5a5248;font-size:15px`,
  home: 'color:inherit',
} as const

/** What can't be written on an element. Important, because it has to win over what is. */
const darkStyles = `@media (prefers-color-scheme:dark){.ground{background:#141210!important;color:#efeae1!important}
.ruled{border-color:#3a352e!important}.quiet{color:#b5ada0!important}
.button{background:#efeae1!important;color:#141210!important}}`

const paragraph = (text: string) => `<p style="${style.paragraph}">${escapeHtml(text)}</p>`

const fact = ([name, value]: readonly [string, string]) =>
  `<tr><th class="ruled quiet" scope="row" style="${style.name}">${escapeHtml(name)}</th>` +
  `<td class="ruled" style="${style.value}">${escapeHtml(value)}</td></tr>`

const link = ({ words, url }: NonNullable<Letter['action']>) =>
  `<p style="${style.action}"><a class="button" href="${escapeHtml(url)}" style="${style.button}">${escapeHtml(words)}</a></p>`

export function htmlOf(letter: Letter, firstName: string, siteUrl: string): string {
  const { subject, paragraphs, facts = [], closing = [], action } = letter
  const home = escapeHtml(siteUrl)
  const name = escapeHtml(site.name)
  return `<!doctype html>
<html lang="${site.language}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title>
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><style>${darkStyles}</style></head>
<body class="ground" style="${style.body}"><div style="${style.bar}"><a href="${home}" style="${style.wordmark}">${name}</a></div>
<div class="ground" style="${style.page}"><h1 style="${style.title}">${escapeHtml(subject)}</h1>
${[greeting(firstName), ...paragraphs].map(paragraph).join('\n')}
${facts.length > 0 ? `<table class="ruled" style="${style.table}">${facts.map(fact).join('')}</table>` : ''}
${closing.map(paragraph).join('\n')}
${action ? link(action) : ''}
<p class="ruled quiet" style="${style.foot}">${escapeHtml(farewell)}<br><a href="${home}" style="${style.home}">${name}</a></p></div></body></html>
`
}
