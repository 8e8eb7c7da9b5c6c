/**
 * Turns WordPress's code shortcodes into `<pre>` before the HTML is parsed, because plugins show code as written, tags
 * included. The names are those of SyntaxHighlighter Evolved (also on WordPress.com), CodeColorer and Crayon.
 */
import { parseShortcodeAttributes } from './shortcode-syntax.ts'

const languages = new Set(
  'as3 actionscript3 arduino bash shell coldfusion cf clojure clj cpp c c-sharp csharp css delphi pas pascal diff patch erl erlang fsharp go golang groovy haskell java jfx javafx js jscript javascript matlab matlabkey objc obj-c perl pl php plain text ps powershell py python splus rails rb ror ruby ts typescript scala sql swift vb vbnet xml xhtml xslt html yaml yml'.split(
    ' ',
  ),
)
/** Shortcodes that name the language, if at all, in an attribute. */
const generalNames = new Set('code sourcecode source cc crayon'.split(' '))
/** Themes use these shortcodes for prose as well. */
const ambiguousNames = new Set('text plain source'.split(' '))

const isCodeName = (name: string) =>
  languages.has(name) || generalNames.has(name) || /^cc_\w+$/.test(name)

const tagPattern = /\[(\/?)([a-z][\w-]{0,60})((?:[\s=][^[\]]*)?)\]/gi

export function fenceCode(html: string): string {
  const tags = [...html.matchAll(tagPattern)].flatMap((match) => {
    const name = match[2]!.toLowerCase()
    const start = match.index
    const end = start + match[0].length
    return isCodeName(name)
      ? [{ name, start, end, isClosing: match[1] === '/', attributes: match[3]! }]
      : []
  })
  const closingTags = Map.groupBy(
    tags.filter(({ isClosing }) => isClosing).toReversed(),
    ({ name }) => name,
  )
  let fenced = ''
  let from = 0
  const proseEnds = new Map<string, number>()
  for (const { name, start, end, isClosing, attributes } of tags) {
    if (isClosing || start < Math.max(from, proseEnds.get(name) ?? 0)) continue
    const closing = closingTags.get(name) ?? []
    while (closing.at(-1) && closing.at(-1)!.start < end) closing.pop()
    const last = closing.at(-1)
    if (!last) continue
    const code = html.slice(end, last.start)
    // Double brackets show a shortcode instead of calling it.
    if (html[start - 1] === '[' && html[last.end] === ']') {
      const shown = encodeCode(html.slice(start, last.end))
      fenced += `${html.slice(from, start - 1)}<code>${shown}</code>`
      from = last.end + 1
      continue
    }
    if (ambiguousNames.has(name) && !isMultiLineText(code)) {
      proseEnds.set(name, last.end)
      continue
    }
    fenced += html.slice(from, start) + createPre(code, findLanguage(name, attributes))
    from = last.end
  }
  return fencePre(nameLanguages(fenced + html.slice(from)))
}

const isMultiLineText = (code: string) => /\n/.test(code.trim()) && !/<[a-z]/i.test(code)

function findLanguage(name: string, source: string): string {
  const attributes = parseShortcodeAttributes(source)
  const named = attributes.language ?? attributes.lang
  if (named !== undefined) return named
  return generalNames.has(name) ? (attributes['0'] ?? '') : name.replace(/^cc_/, '')
}

/** Encodes code that the plugin hasn't encoded: some plugins encode when they store code, others when they show it. */
const encodeCode = (code: string) =>
  /[<>]/.test(code)
    ? code.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    : code

function createPre(source: string, language: string): string {
  // The block editor may have turned the lines into paragraphs.
  const hasParagraphs = /^\s*<\/p>/i.test(source)
  const code = hasParagraphs
    ? source.replace(/<br ?\/?>|<\/p>\s*<p>/gi, '\n').replace(/<\/?p>|<!--[^<>]*-->/gi, '')
    : source
  const isNamed = /^[a-z0-9+#.-]{1,30}$/i.test(language) && !/^(?:plain|text)$/i.test(language)
  const className = isNamed ? ` class="language-${language.toLowerCase()}"` : ''
  return `<pre><code${className}>${encodeCode(code.replace(/^[ \t]*\r?\n/, ''))}</code></pre>`
}

/** WP-Syntax's `<pre lang="xml">` also contains code as written. Human languages have two letters. */
const prePattern = /<pre (?=[^<>]*lang="([a-z0-9+#.-]{3,30}|c)")(?![^<>]*escaped="true")[^<>]*>/gi

function fencePre(html: string): string {
  let fenced = ''
  let from = 0
  for (const { 0: tag, 1: language, index } of html.matchAll(prePattern)) {
    if (index < from) continue
    const start = index + tag.length
    const end = html.indexOf('</pre>', start)
    if (end < 0) break
    fenced += html.slice(from, index) + createPre(html.slice(start, end), language!)
    from = end + '</pre>'.length
  }
  return fenced + html.slice(from)
}

const blockPattern = /<!-- wp:[\w/-]+ (\{[^<>]*\}) -->\s*<pre/gi

/** Adds a block's language to its `<pre>`, because only the block's comment names it. */
const nameLanguages = (html: string) =>
  html.replace(blockPattern, (found, settings: string) => {
    const language = /"language":"([a-z0-9+#.-]{1,30})"/i.exec(settings)?.[1]
    return language ? `<pre data-language="${language}"` : found
  })
