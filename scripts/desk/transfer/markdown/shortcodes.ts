/** What Hugo’s shortcodes, Jekyll’s Liquid and MDX put into a text, as our Markdown. */
import { outsideCode } from './outside-code.ts'
import { setAside } from './placeholders.ts'
import { replaceSpans } from './spans.ts'

export type Converted = { readonly body: string; readonly notes: ReadonlySet<string> }

// A pattern for a tag stops where the next one opens, and what stands between two tags is found by
// replaceSpans: a text full of openings costs no more than its length.

const attribute = (text: string) =>
  text.replace(/\s+/g, ' ').trim().replaceAll('"', '”').replace(/[{}]/g, '')

export function figureLine(picture: {
  src: string
  alt?: string | undefined
  caption?: string | undefined
  credit?: string | undefined
}): string {
  const src = picture.src.trim().replace(/["{}\s]/g, encodeURIComponent)
  const { alt = '', caption = '', credit = '' } = picture
  return `\n\n::figure{src="${src}" alt="${attribute(alt)}" caption="${attribute(caption)}" credit="${attribute(credit)}"}\n\n`
}

const embedLine = (url: string, title: string) =>
  `\n\n::embed{url="${encodeURI(url)}" title="${attribute(title)}"}\n\n`

type Arguments = {
  readonly named: Readonly<Record<string, string>>
  readonly plain: readonly string[]
}

function argumentsOf(source: string): Arguments {
  const named: Record<string, string> = Object.create(null)
  const plain: string[] = []
  // A quotation that is never closed goes on to the end, so that none of it is read twice.
  const pattern =
    /(?:([\w-]+)\s*=\s*)?(?:"((?:[^"\\]|\\[\s\S])*)(?:"|\\?$)|'([^']*)(?:'|$)|`([^`]*)(?:`|$)|([^\s"'`=]+))/g
  for (const [, name, ...values] of source.matchAll(pattern)) {
    const value = values.find((each) => each !== undefined) ?? ''
    if (name) named[name.toLowerCase()] = value.replace(/\\(.)/g, '$1')
    else plain.push(value)
  }
  return { named, plain }
}

/** What leads to a place elsewhere, by the names that several tools share. */
function embedOf(name: string, { named, plain }: Arguments): string | null {
  const id = named.id ?? plain[0] ?? ''
  if (!/^[\w-]+$/.test(id)) return null
  switch (name) {
    case 'youtube':
      return embedLine(`https://www.youtube.com/watch?v=${id}`, named.title ?? 'A film on YouTube')
    case 'vimeo':
      return embedLine(`https://vimeo.com/${id}`, named.title ?? 'A film on Vimeo')
    case 'instagram':
      return embedLine(`https://www.instagram.com/p/${id}/`, 'A post on Instagram')
    case 'tweet':
    case 'twitter':
    case 'x': {
      const user = named.user ?? 'i'
      const number = named.id ?? plain.at(-1) ?? ''
      const isSound = /^\w+$/.test(user) && /^\d+$/.test(number)
      return isSound ? embedLine(`https://x.com/${user}/status/${number}`, 'A post on X') : null
    }
    case 'gist':
      return plain[1] && /^\w+$/.test(plain[1])
        ? embedLine(`https://gist.github.com/${id}/${plain[1]}`, 'Code on GitHub')
        : null
    default:
      return null
  }
}

const linkPath = (target: string) =>
  `/${target.replace(/^\/+/, '').replace(/(?:\/?_?index)?\.mdx?(?=#|$)/, '')}`

/** Between two tags that have to be a pair, `highlight` becomes a fenced block. */
const fenced = (language: string, code: string) =>
  `\n\n\`\`\`${language}\n${code.replace(/\n$/, '')}\n\`\`\`\n\n`
const languageOf = (source: string) => /^[\w+-]+/.exec(source.trim())?.[0] ?? ''

const withMarkers = (body: string) =>
  body.replace(/^<!--[ \t]*more[ \t]*-->[ \t]*$/gm, '<!-- more -->')

const hugoHighlight = /\{\{[<%]\s*highlight\b([^{}]*)[>%]\}\}\n?/g
const hugoHighlightEnd = /\{\{[<%]\s*\/\s*highlight\s*[>%]\}\}/g
const hugoTag = /\{\{[<%]((?:[^{}]|\{(?!\{)|\}(?!\})){0,2000})[>%]\}\}/g

export function convertHugo(markdown: string): Converted {
  const notes = new Set<string>()
  const withFences = replaceSpans(markdown, hugoHighlight, hugoHighlightEnd, ({ opening, inner }) =>
    fenced(languageOf(opening[1] ?? ''), inner),
  )
  const body = outsideCode(withFences, (text) =>
    text.replace(hugoTag, (whole, written: string) => {
      const inner = written.trim()
      // Written about, and not called.
      if (inner.startsWith('/*'))
        return whole
          .replace('/*', '')
          .replace('*/', '')
          .replace(/[<>{}]/g, '\\$&')
      const isClosing = inner.startsWith('/')
      const called = inner.slice(isClosing ? 1 : 0).trimStart()
      const rawName = /^[\w/.-]+/.exec(called)?.[0]
      if (rawName === undefined) return whole
      const name = rawName.toLowerCase()
      const given = argumentsOf(called.slice(rawName.length).replace(/\/$/, ''))
      if (name === 'ref' || name === 'relref')
        return linkPath(given.named.path ?? given.plain[0] ?? '')
      if (isClosing) return ''
      if (name === 'figure' || name === 'img' || name === 'image') {
        const { named, plain } = given
        const src = named.src ?? plain[0] ?? ''
        const caption = [named.title, named.caption].filter(Boolean).join('. ')
        return figureLine({ src, alt: named.alt, caption, credit: named.attr })
      }
      const embed = embedOf(name, given)
      if (embed) return embed
      notes.add(`the shortcode ${name} is left out; text inside it stays`)
      return ''
    }),
  )
  return { body: withMarkers(body), notes }
}

const liquidRaw = /\{%-?\s*raw\s*-?%\}/g
const liquidRawEnd = /\{%-?\s*endraw\s*-?%\}/g
const liquidHighlight = /\{%-?\s*highlight\s([^%{}]*)%\}\n?/g
const liquidHighlightEnd = /\{%-?\s*endhighlight\s*-?%\}/g
const liquidComment = /\{%-?\s*comment\s*-?%\}/g
const liquidCommentEnd = /\{%-?\s*endcomment\s*-?%\}/g
const liquidTag = /\{%((?:[^%{]|%(?!\})|\{(?!%)){0,2000})%\}/g

export function convertLiquid(markdown: string): Converted {
  const notes = new Set<string>()
  const raws = setAside('raw')
  const held = replaceSpans(markdown, liquidRaw, liquidRawEnd, ({ inner }) => raws.hold(inner))
  const withFences = replaceSpans(held, liquidHighlight, liquidHighlightEnd, ({ opening, inner }) =>
    fenced(languageOf(opening[1] ?? ''), inner),
  )
  const convert = (whole: string, written: string): string => {
    const inner = written.replace(/^-/, '').replace(/-$/, '').trim()
    const name = /^[\w-]+/.exec(inner)?.[0]
    if (name === undefined) return whole
    const source = inner.slice(name.length)
    if (name === 'post_url') return postAddress(source.trim())
    if (name === 'link') return linkPath(source.trim())
    const given = argumentsOf(source)
    const file = given.plain[0] ?? ''
    if (name === 'include' && /^(?:figure|image|img)\b/.test(file)) {
      const { named } = given
      const src = named.src ?? named.url ?? named.image_path ?? named.path ?? ''
      if (src) return figureLine({ ...named, src, credit: named.credit ?? named.attribution })
    }
    const included = name === 'include' ? file.replace(/\.\w+$/, '') : name
    const embed = embedOf(
      included,
      name === 'include' ? { ...given, plain: given.plain.slice(1) } : given,
    )
    if (embed) return embed
    if (!name.startsWith('end')) {
      const words = name === 'include' ? `include ${file}` : name
      notes.add(`{% ${words} %} is left out; text inside it stays`)
    }
    return ''
  }
  const body = outsideCode(withFences, (text) =>
    withoutKramdown(
      replaceSpans(text, liquidComment, liquidCommentEnd, () => '')
        .replace(/\{\{\s*(?:site\.(?:baseurl|url)|"[^"{}]*"\s*\|\s*\w+_url)\s*\}\}/g, '')
        .replace(/\{\{\s*["']([^"'{}]+)["']\s*\|\s*(?:relative_url|absolute_url|url)\s*\}\}/g, '$1')
        .replace(liquidTag, convert)
        .replace(/\{\{[^{}]*\}\}/g, (whole) => {
          notes.add(`${whole.replace(/\s+/g, ' ')} is left out`)
          return ''
        }),
    ),
  )
  return { body: withMarkers(raws.restore(body)), notes }
}

/** The address of a post of Jekyll's by the name of its file. */
function postAddress(name: string): string {
  const file = name.slice(name.lastIndexOf('/') + 1)
  const [, year, month, day, title] = /^(\d{4})-(\d\d)-(\d\d)-(.+)$/.exec(file) ?? []
  return title ? `/${year}/${month}/${day}/${title}.html` : linkPath(name)
}

/** Without kramdown's classes, and without the list that marks the place of a table of contents. */
function withoutKramdown(text: string): string {
  const kept: string[] = []
  for (const line of text.split('\n')) {
    const bare = line.trim()
    const isAttributes = bare.startsWith('{:') && bare.indexOf('}') === bare.length - 1
    if (isAttributes && bare.startsWith('{:toc') && /^\s*[*-] /.test(kept.at(-1) ?? '')) kept.pop()
    kept.push(isAttributes ? '' : line.replace(/\{:[^{}]*\}/g, ''))
  }
  return kept.join('\n')
}

export function convertMdx(markdown: string): Converted {
  const notes = new Set<string>()
  const body = outsideCode(markdown, (text) =>
    replaceSpans(withoutImports(text, notes), /\{\/\*/g, /\*\/\}/g, () => '').replace(
      /<\/?([A-Z][\w.]*)((?:\s[^<>]{0,2000})?)\/?>/g,
      (whole, name: string, source: string) => {
        const given = argumentsOf(source.replace(/\/$/, ''))
        const { named } = given
        if (/^(?:Image|Picture|Figure)$/.test(name) && named.src) {
          return figureLine({ ...named, src: named.src })
        }
        const embed = embedOf(name.toLowerCase(), given)
        if (embed) return embed
        if (!whole.startsWith('</'))
          notes.add(`the component ${name} is left out; text inside it stays`)
        return ''
      },
    ),
  )
  return { body, notes }
}

/** Lines of an import that are looked through for its end. */
const longestImport = 30

/** A statement ends where a line ends as one does, before the next empty line; else it is text. */
function withoutImports(text: string, notes: Set<string>): string {
  const lines = text.split('\n')
  const kept: string[] = []
  for (let start = 0; start < lines.length; start++) {
    const line = lines[start]!
    if (!/^(?:import|export)\s/.test(line)) {
      kept.push(line)
      continue
    }
    let end = start
    const last = Math.min(start + longestImport, lines.length - 1)
    while (end < last && !/[;'"}][ \t]*$/.test(lines[end]!) && lines[end + 1]!.trim() !== '') end++
    if (/[;'"}][ \t]*$/.test(lines[end]!)) {
      notes.add(`“${line.slice(0, 80)}” is left out`)
      kept.push('')
    } else {
      kept.push(...lines.slice(start, end + 1))
    }
    start = end
  }
  return kept.join('\n')
}
