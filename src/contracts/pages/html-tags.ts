/** Finds tags in rendered pages. Astro doesn't encode `<` in attributes, where a story's title may look like a tag. */

const tagPattern = /<!--|<(\/?[a-z][^\s/<>]*)(?:[\s/](?:[^"'<>]|"[^"]*"|'[^']*')*)?>/gi
const namesOfRawText = new Set(['script', 'style', 'textarea', 'title'])

/** Character indexes in the page; `end` is exclusive. */
export type Range = { readonly start: number; readonly end: number }
type Tag = Range & { readonly name: string }

/** Names are in lower case, as in the page; closing tags' names begin with a slash. */
function* scanTags(html: string): Generator<Tag> {
  const pattern = new RegExp(tagPattern)
  for (let match = pattern.exec(html); match; match = pattern.exec(html)) {
    const name = match[1]
    const { index: start } = match
    const end = pattern.lastIndex
    if (name !== undefined) yield { name, start, end }
    pattern.lastIndex = findNextMarkup(html, name, end)
  }
}

/**
 * Returns the index of the end of a comment or, if it contains only text, of an element. `name` is undefined for a
 * comment.
 */
function findNextMarkup(html: string, name: string | undefined, end: number): number {
  if (name !== undefined && !namesOfRawText.has(name)) return end
  const next = html.indexOf(name === undefined ? '-->' : `</${name}`, end)
  return next < 0 ? html.length : next
}

/** Returns the index of `</head>`; -1 if there is none. */
export function findEndOfHead(html: string): number {
  for (const { name, start } of scanTags(html)) if (name === '/head') return start
  return -1
}

/** Finds style elements without attributes. */
export function findStyles(html: string): Range[] {
  const styles: Range[] = []
  for (const { name, start, end } of scanTags(html)) {
    if (name !== 'style' || html.slice(start, end) !== '<style>') continue
    styles.push({ start, end: html.indexOf('</style>', end) + '</style>'.length })
  }
  return styles
}

export const isInlineScript = (tag: string) => !/\s(?:src=|type="application\/ld)/.test(tag)

/** Finds the contents of scripts that need a hash in the content security policy. */
export function findInlineScripts(html: string): Range[] {
  const scripts: Range[] = []
  for (const { name, start, end } of scanTags(html)) {
    if (name !== 'script' || !isInlineScript(html.slice(start, end))) continue
    const close = html.indexOf('</script>', end)
    if (close >= 0) scripts.push({ start: end, end: close })
  }
  return scripts
}
