/**
 * Converts Hugo's shortcodes, Jekyll's Liquid and MDX to our Markdown, in linear time: a tag's pattern ends where the
 * next tag opens, and replaceDelimitedSpans finds pairs.
 */

import { createLossReport, type LossReport } from '../../html-to-markdown/conversion-losses.ts'
import { createEmbedFromUrl } from '../../html-to-markdown/embed-elements.ts'
import { embedPages } from '../../html-to-markdown/embed-shortcodes.ts'
import { getAttribute } from '../../html-to-markdown/html-tree.ts'
import { formatAttributes } from '../../items/format-directive.ts'
import { type Note, noteConversion, noteLoss } from '../../items/note.ts'
import { type ParsedAttributes, parseAttributes } from '../../items/parse-attributes.ts'
import { replaceDelimitedSpans } from './delimited-spans.ts'
import { removeHidingTags } from './hidden-parts.ts'
import { formatPictures, isPictureFile } from './picture-tags.ts'
import { createPlaceholders } from './placeholders.ts'
import { transformOutsideCode } from './transform-outside-code.ts'

export type ConvertedTags = { readonly body: string; readonly notes: readonly Note[] }

const formatEmbed = (url: string, title: string) =>
  `\n\n::embed${formatAttributes({ url: encodeURI(url), title })}\n\n`

/** Converts embeds by the names that several tools share. */
function convertEmbed(name: string, { named, plain }: ParsedAttributes): string | null {
  const id = named.id ?? plain[0] ?? ''
  if (!/^[\w-]+$/.test(id)) return null
  const embed = createEmbedFromUrl(findEmbedPage(name, id, { named, plain }), named.title ?? '')
  return embed && formatEmbed(getAttribute(embed, 'url'), getAttribute(embed, 'title'))
}

function findEmbedPage(name: string, id: string, { named, plain }: ParsedAttributes): string {
  if (/^(?:tweet|twitter|x)$/.test(name)) {
    const [user, number] = [named.user ?? 'i', named.id ?? plain.at(-1) ?? '']
    const isSound = /^\w+$/.test(user) && /^\d+$/.test(number)
    return isSound ? `https://x.com/${user}/status/${number}` : ''
  }
  if (name === 'gist')
    return /^\w+$/.test(plain[1] ?? '') ? `https://gist.github.com/${id}/${plain[1]}` : ''
  return /^(?:youtube|vimeo|instagram)$/.test(name) ? embedPages[name]!(id) : ''
}

/** Attributes with an address, in order of preference. */
const addressNames = 'url src href link file mp3 video audio'.split(' ')
const mediaFile = /\.(?:mp3|m4a|ogg|wav|flac|mp4|webm|mov|pdf|zip|epub|docx?|xlsx?)(?:[?#]|$)/i

/** Returns at least a link for a tag that names an address; null for other tags. */
function formatAddress({ named, plain }: ParsedAttributes): string | null {
  const values = [...addressNames.map((name) => named[name] ?? ''), ...plain]
  const title = named.title ?? named.caption ?? ''
  const file = values.find((value) => mediaFile.test(value) && /^[\w./:?&=%~@-]+$/.test(value))
  if (file) {
    const name = file.replace(/[?#].*$/s, '').replace(/^.*\//, '')
    return `\n\n[${(title || name).replace(/[\\[\]]/g, '\\$&')}](${file})\n\n`
  }
  const address = values.find((value) => /^https?:\/\//i.test(value))
  const embed = address && createEmbedFromUrl(address, title)
  return embed ? formatEmbed(getAttribute(embed, 'url'), getAttribute(embed, 'title')) : null
}

/** Converts the part of a tag that isn't text. */
const convertTag = (name: string, given: ParsedAttributes): string | null =>
  convertEmbed(name, given) ?? formatPictures(name, given) ?? formatAddress(given)

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

/** Zola's shortcodes have parentheses around the arguments. */
const zolaTag = /\{\{\s*([a-z_]\w{0,60})\(([^{}]{0,2000})\)\s*\}\}/gi
const zolaBlock = /\{%\s*(?:([a-z_]\w{0,60})\([^{}]{0,2000}\)|end)\s*%\}/gi

function convertZola(text: string, losses: LossReport): string {
  const noteRemoved = (name: string) => {
    losses.add(noteLoss('shortcode {} removed; its text is kept', name))
    return ''
  }
  return text
    .replace(zolaTag, (_, name: string, source: string) => {
      const { named, plain } = parseAttributes(source)
      const values = Object.entries(named).map(([key, value]) => [key, value.replace(/,$/, '')])
      const given = { named: Object.fromEntries(values), plain }
      return convertTag(name, given) ?? noteRemoved(name)
    })
    .replace(zolaBlock, (_, name?: string) => (name ? noteRemoved(name) : ''))
}

export function convertHugo(markdown: string): ConvertedTags {
  const losses = createLossReport()
  const withFences = replaceDelimitedSpans(
    removeHidingTags(markdown, hugoTag, losses),
    hugoHighlight,
    hugoHighlightEnd,
    ({ opening, inner }) => formatCodeBlock(readLanguage(opening[1] ?? ''), inner),
  )
  const body = transformOutsideCode(withFences, (text) =>
    convertZola(text, losses).replace(hugoTag, (whole, written: string) => {
      const inner = written.trim()
      // Hugo shows a commented shortcode instead of calling it.
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
      const found = convertTag(name, tagArguments)
      if (found) return found
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
const kramdownComment = /\{::comment[^{}]{0,60}\}/g
const kramdownCommentEnd = /\{:\/(?:comment)?\}|$/g
/** Nunjucks has comments in braces, but kramdown has ids of headings. */
const nunjucksComment = /\{#(?![\w-]+\})/g
const nunjucksCommentEnd = /#\}/g
const liquidTag = /\{%((?:[^%{]|%(?!\})|\{(?!%)){0,2000})%\}/g

/** `isCodeLiteral` is true if template tags in code have no meaning. */
export function convertLiquid(
  markdown: string,
  title: string | null = null,
  isCodeLiteral = false,
): ConvertedTags {
  const losses = createLossReport()
  const removeComments = (text: string) => {
    const noteComment = () => {
      losses.add(noteConversion('comments removed'))
      return ''
    }
    const shown = replaceDelimitedSpans(text, nunjucksComment, nunjucksCommentEnd, noteComment)
    return removeHidingTags(
      replaceDelimitedSpans(shown, kramdownComment, kramdownCommentEnd, noteComment),
      liquidTag,
      losses,
    ).replace(liquidTag, (whole, inner: string) => (/^-?\s*#/.test(inner) ? noteComment() : whole))
  }
  const rawPlaceholders = createPlaceholders('raw')
  const withPlaceholders = replaceDelimitedSpans(markdown, liquidRaw, liquidRawEnd, ({ inner }) =>
    rawPlaceholders.protect(inner),
  )
  const withFences = replaceDelimitedSpans(
    isCodeLiteral
      ? transformOutsideCode(withPlaceholders, removeComments)
      : removeComments(withPlaceholders),
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
    const isInclude = /^include(?:_cached|_relative)?$/.test(name)
    const included = isInclude ? file.replace(/^.*\/|\.\w+$/g, '') : name
    const given = isInclude ? { ...tagArguments, plain: tagArguments.plain.slice(1) } : tagArguments
    const found = convertTag(included, given)
    if (found) return found
    if (!name.startsWith('end')) {
      const words = isInclude ? `${name} ${file}` : name
      losses.add(noteLoss('{} removed; its text is kept', `{% ${words} %}`))
    }
    return ''
  }
  const body = transformOutsideCode(withFences, (text) =>
    stripKramdownAttributes(
      text
        .replace(/\{\{\s*(?:site\.(?:baseurl|url)|"[^"{}]*"\s*\|\s*\w+_url)\s*\}\}/g, '')
        .replace(/\{\{\s*["']([^"'{}]+)["']\s*\|\s*(?:relative_url|absolute_url|url)\s*\}\}/g, '$1')
        .replace(liquidTag, convert)
        .replace(/\{\{[^{}]*\}\}/g, (whole) => {
          if (title !== null && /^..-?\s*(?:page\.)?title\s*-?..$/.test(whole)) return title
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

/** Matches `import boat from './boat.jpg'`, to which `src={boat}` or `src={boat.src}` refers. */
const pictureImport = /^import\s+(\w{1,60})\s+from\s+["']([^"'\n]{1,500})["']/gm

function resolveImports(named: ParsedAttributes['named'], imports: ReadonlyMap<string, string>) {
  const resolve = (value: string) =>
    imports.get(/^\{\s*(\w+)(?:\.src)?\s*\}$/.exec(value)?.[1] ?? '') ?? value
  return Object.fromEntries(Object.entries(named).map(([name, value]) => [name, resolve(value)]))
}

export function convertMdx(markdown: string): ConvertedTags {
  const losses = createLossReport()
  const imports = new Map(
    [...markdown.matchAll(pictureImport)]
      .map(([, name, file]) => [name!, file!] as const)
      .filter(([, file]) => isPictureFile(file)),
  )
  const body = transformOutsideCode(markdown, (text) =>
    replaceDelimitedSpans(stripImports(text, losses), /\{\/\*/g, /\*\/\}/g, () => {
      losses.add(noteConversion('comments removed'))
      return ''
    }).replace(
      /<\/?([A-Z][\w.]*)((?:\s[^<>]{0,2000})?)\/?>/g,
      (whole, name: string, source: string) => {
        const tagArguments = parseAttributes(source.replace(/\/$/, ''))
        const lowerCaseName = name.toLowerCase()
        const given = { ...tagArguments, named: resolveImports(tagArguments.named, imports) }
        const found = convertTag(lowerCaseName, given)
        if (found) return found
        if (!whole.startsWith('</'))
          losses.add(noteLoss('component {} removed; its text is kept', name))
        return ''
      },
    ),
  )
  return { body, notes: losses.notes() }
}

/** The number of lines searched for the end of an import. */
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
