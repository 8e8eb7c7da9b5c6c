/** Emails contain no scripts or fonts. Only this file escapes content. */
import { escapeHtml } from '../../src/domain/escape-html.ts'
import { site } from '../../src/publication/identity.ts'
import { getPublicName } from '../identity/public-name.ts'
import { emailColours, emailFonts, renderPreheader } from '../platform/email-style.ts'

export type EmailContent = {
  /** The default audience is readers. Emails to editors have no greeting and no line about reader support. */
  readonly audience?: 'editors'
  readonly subject: string
  /** The first paragraph is also the preheader, so it shouldn't repeat the subject. */
  readonly paragraphs: readonly string[]
  readonly facts?: readonly (readonly [name: string, value: string])[]
  /** The section “What happens next”, after the facts. */
  readonly upcoming?: readonly (readonly [day: string, text: string])[]
  /** A button after the paragraphs. */
  readonly action?: { readonly label: string; readonly url: string }
  /** Paragraphs after the button. */
  readonly closing?: readonly string[]
  /** A picture above the title, as wide as the text; one of the site's files. */
  readonly image?: { readonly path: string; readonly alt: string }
}

/**
 * Allows zero-width joiners, as in “ශ්‍රියා”, and a full stop before a space, as in “Md. Rahim”, which can't be part of
 * a link.
 */
const nameOnlyPattern = /^[\p{L}\p{M}](?:[\p{L}\p{M}'’ -]|\u200c|\u200d|\.(?= |$))*$/u

const maxGreetedNameLength = 60

/**
 * Readers choose their first name, which could contain a link or pretend to be us, so an implausible name is left out.
 */
export function createGreeting(firstName: string): string {
  const name = firstName.trim()
  const isPlausible =
    name.length <= maxGreetedNameLength &&
    nameOnlyPattern.test(name) &&
    getPublicName(name) !== null
  return isPlausible ? `Dear ${name},` : 'Dear reader,'
}

const upcomingTitle = 'What happens next'

const supportLine = `Questions? Write to ${site.subscriptionsEmail} and we’ll help.`

const forReaders = ({ audience }: EmailContent, text: string) =>
  audience === 'editors' ? [] : [text]

export function renderText(email: EmailContent, firstName: string, siteUrl: string): string {
  const { paragraphs, facts = [], upcoming = [], action, closing = [] } = email
  const upcomingLines = upcoming.map(([day, text]) => `${day} – ${text}`)
  return [
    ...forReaders(email, createGreeting(firstName)),
    ...paragraphs,
    ...(facts.length > 0 ? [facts.map(([name, value]) => `${name}: ${value}`).join('\n')] : []),
    ...(upcoming.length > 0 ? [[upcomingTitle, ...upcomingLines].join('\n')] : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...closing,
    ...forReaders(email, supportLine),
    `${site.name}\n${siteUrl}`,
  ].join('\n\n')
}

const { light, dark, bar } = emailColours
const { serif, sans } = emailFonts
const borderStyle = `1px solid ${light.hairline}`

/**
 * Styles are inline because several email clients drop style elements, and colours are literal because those clients
 * don't support custom properties.
 */
const inlineStyles = {
  body: `margin:0;background:${light.paper};color:${light.ink}`,
  headerBar: `background:${bar.paper};padding:14px 20px;text-align:center`,
  wordmark: `color:${bar.ink};font:600 21px/1.2 ${serif};text-decoration:none`,
  page: `max-width:34rem;margin:0 auto;padding:0 20px 32px;font:18px/1.55 ${serif};background:${light.paper};color:${light.ink};overflow-wrap:break-word`,
  title: `margin:36px 0 20px;font:600 27px/1.2 ${serif}`,
  image: 'display:block;width:100%;height:auto;margin:20px 0 0;border:0',
  paragraph: 'margin:0 0 18px',
  table: `width:100%;margin:0 0 22px;border-collapse:collapse;border-top:${borderStyle}`,
  name: `padding:9px 16px 9px 0;border-bottom:${borderStyle};color:${light.quiet};font:16px/1.55 ${serif};text-align:left;vertical-align:top`,
  // Links and codes are longer than a line on a phone.
  value: `padding:9px 0;border-bottom:${borderStyle};font:16px/1.55 ${serif};text-align:right;vertical-align:top;word-break:break-word`,
  upcomingTitle: `margin:0 0 8px;font:600 18px/1.4 ${serif}`,
  event: `padding:9px 0;border-bottom:${borderStyle};font:16px/1.55 ${serif};text-align:left;vertical-align:top`,
  action: 'margin:26px 0 30px',
  button: `display:inline-block;background:${light.ink};color:${light.paper};padding:12px 22px;text-decoration:none;font:600 16px/1.3 ${sans}`,
  footer: `margin:0 0 18px;padding-top:16px;border-top:${borderStyle};color:${light.quiet};font-size:15px`,
  home: 'color:inherit',
} as const

/** Media queries can't be inline. `!important` overrides the inline styles. */
const darkModeStyles = `@media (prefers-color-scheme:dark){.page{background:${dark.paper}!important;color:${dark.ink}!important}
.bordered{border-color:${dark.hairline}!important}.muted{color:${dark.quiet}!important}
.button{background:${dark.ink}!important;color:${dark.paper}!important}}`

const paragraph = (text: string) =>
  `<p style="${inlineStyles.paragraph}">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`

const renderFact = ([name, value]: readonly [string, string]) =>
  `<tr><th class="bordered muted" scope="row" style="${inlineStyles.name}">${escapeHtml(name)}</th>` +
  `<td class="bordered" style="${inlineStyles.value}">${escapeHtml(value)}</td></tr>`

const renderEvent = ([day, text]: readonly [string, string]) =>
  `<tr><th class="bordered muted" scope="row" style="${inlineStyles.name}">${escapeHtml(day)}</th>` +
  `<td class="bordered" style="${inlineStyles.event}">${escapeHtml(text)}</td></tr>`

const renderTable = (rows: readonly string[]) =>
  `<table class="bordered" style="${inlineStyles.table}">${rows.join('')}</table>`

const renderAction = ({ label, url }: NonNullable<EmailContent['action']>) =>
  `<p style="${inlineStyles.action}"><a class="button" href="${escapeHtml(url)}" style="${inlineStyles.button}">${escapeHtml(label)}</a></p>`

const renderImage = ({ path, alt }: NonNullable<EmailContent['image']>, siteUrl: string) =>
  `<img src="${escapeHtml(siteUrl + path)}" alt="${escapeHtml(alt)}" style="${inlineStyles.image}">`

export function renderHtml(email: EmailContent, firstName: string, siteUrl: string): string {
  const { subject, paragraphs, facts = [], upcoming = [], action, closing = [], image } = email
  const home = escapeHtml(siteUrl)
  const name = escapeHtml(site.name)
  return `<!doctype html>
<html lang="${site.language}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title>
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><style>${darkModeStyles}</style></head>
<body class="page" style="${inlineStyles.body}">${renderPreheader(paragraphs[0] ?? '')}
<div style="${inlineStyles.headerBar}"><a href="${home}" style="${inlineStyles.wordmark}">${name}</a></div>
<div class="page" style="${inlineStyles.page}">${image ? renderImage(image, siteUrl) : ''}<h1 style="${inlineStyles.title}">${escapeHtml(subject)}</h1>
${[...forReaders(email, createGreeting(firstName)), ...paragraphs].map(paragraph).join('\n')}
${facts.length > 0 ? renderTable(facts.map(renderFact)) : ''}
${upcoming.length > 0 ? `<h2 style="${inlineStyles.upcomingTitle}">${upcomingTitle}</h2>${renderTable(upcoming.map(renderEvent))}` : ''}
${action ? renderAction(action) : ''}
${closing.map(paragraph).join('\n')}
<p class="bordered muted" style="${inlineStyles.footer}">${forReaders(email, `${escapeHtml(supportLine)}<br>`).join('')}<a href="${home}" style="${inlineStyles.home}">${name}</a></p></div></body></html>
`
}
