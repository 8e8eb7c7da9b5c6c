/** What Hugo’s shortcodes, Jekyll’s Liquid and MDX put into a text, as our Markdown. */
import { outsideCode } from './outside-code.ts'

export type Converted = { readonly body: string; readonly notes: ReadonlySet<string> }

// Spans are bounded, so that a text full of openings costs no more than its length.

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
  const pattern = /(?:([\w-]+)\s*=\s*)?(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|`([^`]*)`|([^\s"'`=]+))/g
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

export function convertHugo(markdown: string): Converted {
  const notes = new Set<string>()
  const paired =
    /\{\{[<%]\s*highlight\s+([\w-]+)?[^}]{0,200}?[>%]\}\}\n?([\s\S]{0,20000}?)\n?\{\{[<%]\s*\/\s*highlight\s*[>%]\}\}/g
  const fenced = markdown.replace(
    paired,
    (_, language = '', code) => `\n\n\`\`\`${language}\n${code}\n\`\`\`\n\n`,
  )
  const body = outsideCode(fenced, (text) =>
    text.replace(
      /\{\{(<|%)\s*(\/\*)?\s*(\/?)\s*([\w/.-]+)([\s\S]{0,2000}?)(?:\*\/)?\s*\/?\s*\1?[>%]\}\}/g,
      (whole, _mark, comment, closing, rawName: string, source: string) => {
        // Written about, and not called.
        if (comment)
          return whole
            .replace('/*', '')
            .replace('*/', '')
            .replace(/[<>{}]/g, '\\$&')
        const name = rawName.toLowerCase()
        const given = argumentsOf(source)
        if (name === 'ref' || name === 'relref')
          return linkPath(given.named.path ?? given.plain[0] ?? '')
        if (closing) return ''
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
      },
    ),
  )
  return { body: body.replace(/^<!--[ \t]*more[ \t]*-->[ \t]*$/gm, '<!-- more -->'), notes }
}

export function convertLiquid(markdown: string): Converted {
  const notes = new Set<string>()
  const raws: string[] = []
  const held = markdown.replace(
    /\{%-?\s*raw\s*-?%\}([\s\S]{0,20000}?)\{%-?\s*endraw\s*-?%\}/g,
    (_, inner: string) => `\uE002${raws.push(inner) - 1}\uE003`,
  )
  const fenced = held.replace(
    /\{%-?\s*highlight\s+([\w+-]+)[^%]{0,200}?-?%\}\n?([\s\S]{0,20000}?)\n?\{%-?\s*endhighlight\s*-?%\}/g,
    (_, language, code) => `\n\n\`\`\`${language}\n${code}\n\`\`\`\n\n`,
  )
  const body = outsideCode(fenced, (text) =>
    text
      .replace(/\{%-?\s*(?:comment)\s*-?%\}[\s\S]{0,20000}?\{%-?\s*endcomment\s*-?%\}/g, '')
      .replace(/\{%-?\s*post_url\s+(\S+)\s*-?%\}/g, (_, name: string) => {
        const [, year, month, day, title] = /(\d{4})-(\d\d)-(\d\d)-(.+)$/.exec(name) ?? []
        return title ? `/${year}/${month}/${day}/${title}.html` : linkPath(name)
      })
      .replace(/\{%-?\s*link\s+(\S+)\s*-?%\}/g, (_, name: string) => linkPath(name))
      .replace(/\{\{\s*(?:site\.(?:baseurl|url)|"[^"]*"\s*\|\s*\w+_url)\s*\}\}/g, '')
      .replace(/\{\{\s*["']([^"']+)["']\s*\|\s*(?:relative_url|absolute_url|url)\s*\}\}/g, '$1')
      .replace(/\{%-?\s*([\w-]+)([\s\S]{0,2000}?)-?%\}/g, (_, name: string, source: string) => {
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
      })
      .replace(/\{\{[^{}]*\}\}/g, (whole) => {
        notes.add(`${whole.replace(/\s+/g, ' ')} is left out`)
        return ''
      })
      // Of kramdown: classes, and the place of a table of contents.
      .replace(/^[ \t]*(?:[*-] .*\n)?[ \t]*\{:[^}\n]*\}[ \t]*$/gm, '')
      .replace(/\{:[^}\n]*\}/g, ''),
  )
  const restored = body.replace(/\uE002(\d+)\uE003/g, (_, index) => raws[Number(index)] ?? '')
  return { body: restored.replace(/^<!--[ \t]*more[ \t]*-->[ \t]*$/gm, '<!-- more -->'), notes }
}

export function convertMdx(markdown: string): Converted {
  const notes = new Set<string>()
  const body = outsideCode(markdown, (text) =>
    text
      .replace(
        /^(import|export)\s[^\n]*?(?:\n(?!\s*\n)[^\n]*){0,30}?(?:;|['"]|\})[ \t]*$/gm,
        (line) => {
          notes.add(`“${line.split('\n')[0]!.slice(0, 80)}” is left out`)
          return ''
        },
      )
      .replace(/\{\/\*[\s\S]{0,5000}?\*\/\}/g, '')
      .replace(/<\/?([A-Z][\w.]*)((?:\s[^<>]*?)?)\/?>/g, (whole, name: string, source: string) => {
        const { named } = argumentsOf(source)
        if (/^(?:Image|Picture|Figure)$/.test(name) && named.src) {
          return figureLine({ ...named, src: named.src })
        }
        const embed = embedOf(name.toLowerCase(), argumentsOf(source))
        if (embed) return embed
        if (!whole.startsWith('</'))
          notes.add(`the component ${name} is left out; text inside it stays`)
        return ''
      }),
  )
  return { body, notes }
}
