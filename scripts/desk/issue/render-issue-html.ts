/**
 * The HTML of an issue's email. It uses tables and inline styles, because several email programs support nothing else;
 * the style element only adds dark mode and smaller type on phones. Without pictures, their descriptions are shown.
 */
import {
  emailColours,
  emailFonts,
  renderPreheader,
} from '../../../functions/platform/email-style.ts'
import { makeAddressesAbsolute } from '../../../src/content/absolute-addresses.ts'
import { renderTextBlock } from '../../../src/content/foreign-words.ts'
import { findCategory } from '../../../src/domain/category.ts'
import { escapeHtml } from '../../../src/domain/escape-html.ts'
import { getSocialCardPath, socialCardSize } from '../../../src/domain/image/image-path.ts'
import {
  type IssueVersion,
  personalLinkPlaceholders,
} from '../../../src/domain/issue/issue-email.ts'
import {
  formatLanguageAttributes,
  getLanguageAttributes,
  getStoryLanguage,
  getTextLanguage,
  type TextLanguage,
} from '../../../src/domain/text-language.ts'
import { site } from '../../../src/publication/identity.ts'
import { newsletter } from '../../../src/publication/newsletter.ts'
import { addInlineStyles, getSides, rightToLeftLeading } from './inline-styles.ts'
import type { IssueContent, StoryContent } from './issue-content.ts'
import {
  createIssueLinks,
  endsWithOffer,
  formatByline,
  formatDateline,
  type IssueLinks,
  issueText,
} from './issue-text.ts'
import { removeFootnoteMarks } from './plain-text.ts'

const { light, dark, bar } = emailColours
const { serif, sans } = emailFonts

/** Pixels. */
const width = 600
const imageHeight = Math.round((width * socialCardSize.height) / socialCardSize.width)

const styles = {
  kicker: `margin:0 0 6px;color:${light.copper};font:bold 13px/1.4 ${sans};letter-spacing:.02em`,
  leadTitle: `margin:0;font:normal 38px/1.1 ${serif};letter-spacing:-.01em`,
  title: `margin:0;font:normal 22px/1.22 ${serif}`,
  line: `margin:6px 0 0;color:${light.quiet};font:16px/1.5 ${serif}`,
  by: `margin:10px 0 0;color:${light.quiet};font:14px/1.5 ${sans}`,
  small: `margin:0;color:${light.quiet};font:14px/1.5 ${sans}`,
  label: `margin:0;font:bold 14px/1.4 ${sans};letter-spacing:.02em`,
  offer: `margin:0 0 18px;font:normal 22px/1.3 ${serif}`,
  plainLink: `color:${light.ink};text-decoration:none`,
  quietLink: `color:${light.quiet};text-decoration:underline`,
} as const

const darkRules = (prefix: string) =>
  [
    `.p{background:${dark.paper}!important}`,
    `.t,.t a,.t p,.t li,.t h1,.t h2,.t h3,.t blockquote{color:${dark.ink}!important}`,
    `.t .q,.t .q a{color:${dark.quiet}!important}`,
    `.t .k{color:${dark.copper}!important}`,
    `.r{border-color:${dark.hairline}!important}`,
    `.s{border-color:${dark.ink}!important}`,
    `.i{background:${dark.hairline}!important;color:${dark.ink}!important}`,
    `.t .b{background:${dark.ink}!important}`,
    `.t .b a{color:${dark.paper}!important}`,
  ]
    .map((rule) => rule.replace(/(^|,)(?=\.)/g, `$1${prefix}`))
    .join('')

/** Outlook on the web has its own dark mode, marked by attributes. */
const styleElement = `<style>:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){.g{padding-left:20px!important;padding-right:20px!important}.h{font-size:30px!important}}
@media (prefers-color-scheme:dark){${darkRules('')}}
${darkRules('[data-ogsc] ')}</style>`

type Frame = {
  readonly links: IssueLinks
  readonly siteUrl: string
  readonly language: TextLanguage
}

/** A block in the other direction sets its own alignment, because the table around it is aligned to a side. */
const turnStyle = ({ dir }: TextLanguage, around: TextLanguage) => {
  if (dir === around.dir) return ''
  const leading = dir === 'rtl' ? `;line-height:${rightToLeftLeading}` : ''
  return `;text-align:${getSides(dir).start}${leading}`
}

type Block = {
  /** Attributes with a space before the first. */
  readonly attributes: string
  readonly html: string
}

function layOutBlock(
  words: string,
  style: string,
  around: TextLanguage,
  language?: string | undefined,
): Block {
  const block = renderTextBlock(words, escapeHtml, { around, language })
  const attributes = ` style="${style}${turnStyle(block.language, around)}"${block.attributes}`
  return { attributes, html: block.html }
}

const link = (href: string, label: string, style: string) =>
  `<a href="${escapeHtml(href)}" style="${style}">${label}</a>`

/** `rule` is the line above: a hairline, or a stroke as above the site's sections. */
const row = (content: string, rule: 'none' | 'hairline' | 'stroke', padding: string) => {
  const border = {
    none: '',
    hairline: `border-top:1px solid ${light.hairline};`,
    stroke: `border-top:4px solid ${light.ink};`,
  }[rule]
  const name = { none: '', hairline: ' class="r"', stroke: ' class="s"' }[rule]
  return `<tr><td${name} style="${border}padding:${padding}">${content}</td></tr>\n`
}

const table = (attributes: string, content: string) =>
  `<table role="presentation" border="0" cellpadding="0" cellspacing="0" ${attributes}>${content}</table>`

function renderImage({ image }: StoryContent, href: string, siteUrl: string): string {
  const style =
    `display:block;width:100%;max-width:${width}px;height:auto;border:0;background:#ebe4d6;` +
    `color:${light.ink};font:italic 15px/1.45 ${serif}`
  // The title links to the story too, so this link has no name and isn't focusable.
  return (
    `<a href="${escapeHtml(href)}" tabindex="-1" style="text-decoration:none"><img class="i" src="${escapeHtml(siteUrl + getSocialCardPath(image))}"` +
    ` width="${width}" height="${imageHeight}" alt="${escapeHtml(image.alt)}" style="${style}"></a>`
  )
}

const renderKicker = ({ category }: StoryContent) =>
  `<p class="k" style="${styles.kicker}">${escapeHtml(findCategory(category)?.name ?? '')}</p>`

function renderTitle(tag: 'h2' | 'h3', story: StoryContent, style: string, frame: Frame): string {
  const { attributes, html } = layOutBlock(story.title, style, frame.language, story.language)
  const name = style === styles.leadTitle ? ' class="h"' : ''
  const titleLink = link(frame.links.story(story), html, styles.plainLink)
  return `<${tag}${name}${attributes}>${titleLink}</${tag}>`
}

function renderLine({ line, language }: StoryContent, frame: Frame): string {
  const { attributes, html } = layOutBlock(line, styles.line, frame.language, language)
  return line && `<p class="q"${attributes}>${html}</p>`
}

const renderStory = (story: StoryContent, frame: Frame) =>
  renderKicker(story) + renderTitle('h3', story, styles.title, frame) + renderLine(story, frame)

/** The button is a table, because Outlook ignores the padding of links. */
const renderButton = (label: string, href: string) =>
  table(
    '',
    `<tr><td class="b" style="background:${light.ink}">${link(
      href,
      label,
      `display:inline-block;padding:13px 26px;color:${light.paper};font:bold 16px/1.25 ${sans};text-decoration:none`,
    )}</td></tr>`,
  )

function renderBodyHtml(
  html: string,
  base: string,
  { links, language }: Pick<Frame, 'links' | 'language'>,
): string {
  // Outlook ignores max-width.
  const fitted = removeFootnoteMarks(html).replace(
    /(<img [^<>]*?) width="\d+" height="\d+"/g,
    `$1 width="${width}"`,
  )
  return addInlineStyles(links.addSource(makeAddressesAbsolute(fitted, base)), language.dir)
}

function renderMasthead(issue: IssueContent, { links, language }: Frame): string {
  const dateline = table(
    'width="100%"',
    `<tr><td class="q" style="${styles.small}">${escapeHtml(formatDateline(issue))}</td>` +
      `<td class="q" align="${getSides(language.dir).end}" style="${styles.small}">${link(links.page, issueText.readOnline, styles.quietLink)}</td></tr>`,
  )
  return (
    row(
      `<h1 style="margin:0;font:normal 44px/1.1 ${serif};letter-spacing:-.02em">${escapeHtml(newsletter.name)}</h1>`,
      'none',
      '34px 0 14px',
    ) + row(dateline, 'stroke', '10px 0 26px')
  )
}

function renderLead({ lead }: IssueContent, frame: Frame): string {
  const { links, siteUrl } = frame
  const href = links.story(lead)
  const language = getStoryLanguage(lead)
  const attributes = formatLanguageAttributes(getLanguageAttributes(language, frame.language))
  const opening = renderBodyHtml(lead.opening, href, { links, language })
  const byline = layOutBlock(formatByline(lead), styles.by, frame.language)
  const words =
    renderKicker(lead) +
    renderTitle('h2', lead, styles.leadTitle, frame) +
    `<p class="q"${byline.attributes}>${byline.html}</p>` +
    `<div style="margin:18px 0 24px${turnStyle(language, frame.language)}"${attributes}>${opening}</div>` +
    renderButton(issueText.readOn, href)
  return row(renderImage(lead, href, siteUrl), 'none', '0 0 22px') + row(words, 'none', '0 0 40px')
}

const renderLabel = (label: string) =>
  row(`<h2 style="${styles.label}">${label}</h2>`, 'stroke', '12px 0 20px')

function renderMissed({ missed }: IssueContent, frame: Frame): string {
  if (!missed) return ''
  const image = renderImage(missed, frame.links.story(missed), frame.siteUrl)
  return (
    renderLabel(issueText.missed) +
    row(image, 'none', '0 0 18px') +
    row(renderStory(missed, frame), 'none', '0 0 36px')
  )
}

function renderNote(issue: IssueContent, version: IssueVersion, frame: Frame): string {
  const { links } = frame
  const open = renderBodyHtml(issue.html, links.page, frame)
  if (!endsWithOffer(issue, version)) {
    return row(open + renderBodyHtml(issue.closedHtml, links.page, frame), 'stroke', '20px 0 24px')
  }
  const offer =
    `<p style="${styles.offer}">${issueText.forSubscribers}</p>` +
    renderButton(issueText.subscribe, links.subscribe) +
    `<p class="q" style="${styles.by}">${link(links.page, issueText.alreadySubscribed, styles.quietLink)}</p>`
  return row(open, 'stroke', '20px 0 8px') + row(offer, 'hairline', '22px 0 36px')
}

function renderFooter(links: IssueLinks): string {
  const personal = [
    link(personalLinkPlaceholders.unsubscribe, issueText.unsubscribe, styles.quietLink),
    link(personalLinkPlaceholders.preferences, issueText.preferences, styles.quietLink),
  ]
  const lines = [
    escapeHtml(issueText.reason),
    personal.join(' &nbsp;&middot;&nbsp; '),
    `${link(links.home, escapeHtml(site.name), styles.quietLink)}<br>${site.address.map(escapeHtml).join('<br>')}`,
  ]
  return row(
    lines
      .map((line) => `<p class="q" style="${styles.small};margin-bottom:14px">${line}</p>`)
      .join(''),
    'hairline',
    '22px 0 40px',
  )
}

export function renderIssueHtml(
  issue: IssueContent,
  version: IssueVersion,
  siteUrl: string,
  language: string = site.language,
): string {
  const links = createIssueLinks(issue, siteUrl)
  const frame: Frame = { links, siteUrl, language: getTextLanguage(language) }
  const { dir } = frame.language
  const attributes = `lang="${language}" dir="${dir}"`
  const subject = escapeHtml(issue.subject)
  const [first, ...others] = issue.stories
  const content =
    renderMasthead(issue, frame) +
    renderLead(issue, frame) +
    renderLabel(issueText.stories) +
    (first ? row(renderStory(first, frame), 'none', '0 0 20px') : '') +
    others.map((story) => row(renderStory(story, frame), 'hairline', '18px 0 20px')).join('') +
    row('', 'none', '0 0 16px') +
    renderMissed(issue, frame) +
    renderNote(issue, version, frame) +
    renderFooter(links)
  // Outlook ignores max-width.
  const column = `<!--[if mso]><table role="presentation" width="${width}" align="center"><tr><td><![endif]-->${table(
    `width="100%" style="max-width:${width}px;text-align:${getSides(dir).start}"`,
    content,
  )}<!--[if mso]></td></tr></table><![endif]-->`
  return `<!doctype html>
<html ${attributes}><head><meta charset="utf-8"><title>${subject}</title>
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
${styleElement}</head>
<body class="p" style="margin:0;padding:0;background:${light.paper};-webkit-text-size-adjust:100%">
${renderPreheader(issue.preheader)}
<div role="article" aria-roledescription="email" aria-label="${escapeHtml(newsletter.name)}: ${subject}" ${attributes}>
${table(
  `width="100%" bgcolor="${light.paper}" class="p t" style="background:${light.paper};color:${light.ink}"`,
  `<tr><td align="center" style="background:${bar.paper};padding:14px 20px">${link(links.home, escapeHtml(site.name), `color:${bar.ink}!important;font:bold 21px/1.2 ${serif};text-decoration:none`)}</td></tr>
<tr><td align="center" class="g" style="padding:0 24px">${column}</td></tr>`,
)}</div></body></html>
`
}
