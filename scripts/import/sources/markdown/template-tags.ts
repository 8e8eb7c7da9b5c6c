/** Converts Hugo's shortcodes, Jekyll's Liquid and MDX to our Markdown. */

import { createLossReport, type LossReport } from '../../html-to-markdown/conversion-losses.ts'
import { encodeReservedCharacters, formatAttributes } from '../../items/format-directive.ts'
import { type Note, noteLoss } from '../../items/note.ts'
import { type ParsedAttributes, parseAttributes } from '../../items/parse-attributes.ts'
import { replaceDelimitedSpans } from './delimited-spans.ts'
import { createPlaceholders } from './placeholders.ts'
import { transformOutsideCode } from './transform-outside-code.ts'

export type ConvertedTags = { readonly body: string; readonly notes: readonly Note[] }

// Linear time: a tag's pattern ends where the next tag opens, and replaceDelimitedSpans finds pairs.

export function formatFigure(image: {
  src: string
  alt?: string | undefined
  caption?: string | undefined
  credit?: string | undefined
}): string {
  const src = encodeReservedCharacters(image.src.trim())
  const { alt = '', caption = '', credit = '' } = image
  return `\n\n::figure${formatAttributes({ src, alt, caption, credit })}\n\n`
}

const formatEmbed = (url: string, title: string) =>
  `\n\n::embed${formatAttributes({ url: encodeURI(url), title })}\n\n`

/** Embeds, by the names that several tools share. */
function convertEmbed(name: string, { named, plain }: ParsedAttributes): string | null {
  const id = named.id ?? plain[0] ?? ''
  if (!/^[\w-]+$/.test(id)) return null
  switch (name) {
    case 'youtube':
      return formatEmbed(`https://www.youtube.com/watch?v=${id}`, named.title ?? 'Video on YouTube')
    case 'vimeo':
      return formatEmbed(`https://vimeo.com/${id}`, named.title ?? 'Video on Vimeo')
    case 'instagram':
      return formatEmbed(`https://www.instagram.com/p/${id}/`, 'Post on Instagram')
    case 'tweet':
    case 'twitter':
    case 'x': {
      const user = named.user ?? 'i'
      const number = named.id ?? plain.at(-1) ?? ''
      const isSound = /^\w+$/.test(user) && /^\d+$/.test(number)
      return isSound ? formatEmbed(`https://x.com/${user}/status/${number}`, 'Post on X') : null
    }
    case 'gist':
      return plain[1] && /^\w+$/.test(plain[1])
        ? formatEmbed(`https://gist.github.com/${id}/${plain[1]}`, 'Code on GitHub')
        : null
    default:
      return null
  }
}

const toPagePath = (target: string) =>
  `/${target.replace(/^\/+/, '').replace(/(?:\/?_?index)?\.mdx?(?=#|$)/, '')}`

const formatCodeBlock = (language: string, code: string) =>
  `\n\n\`\`\`${language}\n${code.replace(/\n$/, '')}\n\`\`\`\n\n`
const readLanguage = (source: string) => /^[\w+-]+/.exec(source.trim())?.[0] ?? ''

const normaliseMoreMarkers = (body: string) =>
  body.replace(/^<!--[ \t]*more[ \t]*-->[ \t]*$/gm, '<!-- more -->')

const hugoHighlight = /\{\{[<%]\s*highlight\b([^{}]*)[>%]\}\}\n?/g
const hugoHighlightEnd = /\{\{[<%]\s*\/\s*highlight\s*[>%]\}\}/g
const hugoTag = /\{\{[<%]((?:[^{}]|\{(?!\{)|\}(?!\})){0,2000})[>%]\}\}/g

export function convertHugo(markdown: string): ConvertedTags {
  const losses = createLossReport()
  const withFences = replaceDelimitedSpans(
    markdown,
    hugoHighlight,
    hugoHighlightEnd,
    ({ opening, inner }) => formatCodeBlock(readLanguage(opening[1] ?? ''), inner),
  )
  const body = transformOutsideCode(withFences, (text) =>
    text.replace(hugoTag, (whole, written: string) => {
      const inner = written.trim()
      // Shown, not called.
      if (inner.startsWith('/*'))
        return whole
          .replace('/*', '')
          .replace('*/', '')
          .replace(/[<>{}]/g, '\\$&')
      const isClosing = inner.startsWith('/')
      const tag = inner.slice(isClosing ? 1 : 0).trimStart()
      const rawName = /^[\w/.-]+/.exec(tag)?.[0]
      if (rawName === undefined) return whole
      const name = rawName.toLowerCase()
      const tagArguments = parseAttributes(tag.slice(rawName.length).replace(/\/$/, ''))
      if (name === 'ref' || name === 'relref')
        return toPagePath(tagArguments.named.path ?? tagArguments.plain[0] ?? '')
      if (isClosing) return ''
      if (name === 'figure' || name === 'img' || name === 'image') {
        const { named, plain } = tagArguments
        const src = named.src ?? plain[0] ?? ''
        const caption = [named.title, named.caption].filter(Boolean).join('. ')
        return formatFigure({ src, alt: named.alt, caption, credit: named.attr })
      }
      const embed = convertEmbed(name, tagArguments)
      if (embed) return embed
      losses.add(noteLoss('shortcode {} removed; its text is kept', name))
      return ''
    }),
  )
  return { body: normaliseMoreMarkers(body), notes: losses.notes() }
}

const liquidRaw = /\{%-?\s*raw\s*-?%\}/g
const liquidRawEnd = /\{%-?\s*endraw\s*-?%\}/g
const liquidHighlight = /\{%-?\s*highlight\s([^%{}]*)%\}\n?/g
const liquidHighlightEnd = /\{%-?\s*endhighlight\s*-?%\}/g
const liquidComment = /\{%-?\s*comment\s*-?%\}/g
const liquidCommentEnd = /\{%-?\s*endcomment\s*-?%\}/g
const liquidTag = /\{%((?:[^%{]|%(?!\})|\{(?!%)){0,2000})%\}/g

export function convertLiquid(markdown: string): ConvertedTags {
  const losses = createLossReport()
  const rawPlaceholders = createPlaceholders('raw')
  const withPlaceholders = replaceDelimitedSpans(markdown, liquidRaw, liquidRawEnd, ({ inner }) =>
    rawPlaceholders.protect(inner),
  )
  const withFences = replaceDelimitedSpans(
    withPlaceholders,
    liquidHighlight,
    liquidHighlightEnd,
    ({ opening, inner }) => formatCodeBlock(readLanguage(opening[1] ?? ''), inner),
  )
  const convert = (whole: string, written: string): string => {
    const inner = written.replace(/^-/, '').replace(/-$/, '').trim()
    const name = /^[\w-]+/.exec(inner)?.[0]
    if (name === undefined) return whole
    const source = inner.slice(name.length)
    if (name === 'post_url') return jekyllPostAddress(source.trim())
    if (name === 'link') return toPagePath(source.trim())
    const tagArguments = parseAttributes(source)
    const file = tagArguments.plain[0] ?? ''
    if (name === 'include' && /^(?:figure|image|img)\b/.test(file)) {
      const { named } = tagArguments
      const src = named.src ?? named.url ?? named.image_path ?? named.path ?? ''
      if (src) return formatFigure({ ...named, src, credit: named.credit ?? named.attribution })
    }
    const included = name === 'include' ? file.replace(/\.\w+$/, '') : name
    const embed = convertEmbed(
      included,
      name === 'include' ? { ...tagArguments, plain: tagArguments.plain.slice(1) } : tagArguments,
    )
    if (embed) return embed
    if (!name.startsWith('end')) {
      const words = name === 'include' ? `include ${file}` : name
      losses.add(noteLoss('{} removed; its text is kept', `{% ${words} %}`))
    }
    return ''
  }
  const body = transformOutsideCode(withFences, (text) =>
    stripKramdownAttributes(
      replaceDelimitedSpans(text, liquidComment, liquidCommentEnd, () => '')
        .replace(/\{\{\s*(?:site\.(?:baseurl|url)|"[^"{}]*"\s*\|\s*\w+_url)\s*\}\}/g, '')
        .replace(/\{\{\s*["']([^"'{}]+)["']\s*\|\s*(?:relative_url|absolute_url|url)\s*\}\}/g, '$1')
        .replace(liquidTag, convert)
        .replace(/\{\{[^{}]*\}\}/g, (whole) => {
          losses.add(noteLoss('{} removed', whole.replace(/\s+/g, ' ')))
          return ''
        }),
    ),
  )
  return { body: normaliseMoreMarkers(rawPlaceholders.restore(body)), notes: losses.notes() }
}

function jekyllPostAddress(name: string): string {
  const file = name.slice(name.lastIndexOf('/') + 1)
  const [, year, month, day, title] = /^(\d{4})-(\d\d)-(\d\d)-(.+)$/.exec(file) ?? []
  return title ? `/${year}/${month}/${day}/${title}.html` : toPagePath(name)
}

/** Removes kramdown's attributes, and the list that marks a table of contents. */
function stripKramdownAttributes(text: string): string {
  const output: string[] = []
  for (const line of text.split('\n')) {
    const bare = line.trim()
    const isAttributes = bare.startsWith('{:') && bare.indexOf('}') === bare.length - 1
    if (isAttributes && bare.startsWith('{:toc') && /^\s*[*-] /.test(output.at(-1) ?? ''))
      output.pop()
    output.push(isAttributes ? '' : line.replace(/\{:[^{}]*\}/g, ''))
  }
  return output.join('\n')
}

export function convertMdx(markdown: string): ConvertedTags {
  const losses = createLossReport()
  const body = transformOutsideCode(markdown, (text) =>
    replaceDelimitedSpans(stripImports(text, losses), /\{\/\*/g, /\*\/\}/g, () => '').replace(
      /<\/?([A-Z][\w.]*)((?:\s[^<>]{0,2000})?)\/?>/g,
      (whole, name: string, source: string) => {
        const tagArguments = parseAttributes(source.replace(/\/$/, ''))
        const { named } = tagArguments
        if (/^(?:Image|Picture|Figure)$/.test(name) && named.src) {
          return formatFigure({ ...named, src: named.src })
        }
        const embed = convertEmbed(name.toLowerCase(), tagArguments)
        if (embed) return embed
        if (!whole.startsWith('</'))
          losses.add(noteLoss('component {} removed; its text is kept', name))
        return ''
      },
    ),
  )
  return { body, notes: losses.notes() }
}

/** Lines in which the end of an import is searched. */
const maxImportLines = 30

/** Removes statements that end before an empty line; others are text. */
function stripImports(text: string, losses: LossReport): string {
  const lines = text.split('\n')
  const output: string[] = []
  for (let start = 0; start < lines.length; start++) {
    const line = lines[start]!
    if (!/^(?:import|export)\s/.test(line)) {
      output.push(line)
      continue
    }
    let end = start
    const last = Math.min(start + maxImportLines, lines.length - 1)
    while (end < last && !/[;'"}][ \t]*$/.test(lines[end]!) && lines[end + 1]!.trim() !== '') end++
    if (/[;'"}][ \t]*$/.test(lines[end]!)) {
      losses.add(noteLoss('“{}” removed', line.slice(0, 80)))
      output.push('')
    } else {
      output.push(...lines.slice(start, end + 1))
    }
    start = end
  }
  return output.join('\n')
}
