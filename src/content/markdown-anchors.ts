import type { MarkdownIt, StateCore, Token } from 'markdown-it'

/** Prevents conflicts with the page's own ids. */
const prefix = 'on-'

const headingText = ({ children }: Token) =>
  (children ?? [])
    .map(({ type, content }) => (/^(?:soft|hard)break$/.test(type) ? ' ' : content))
    .join('')

/** Removes accents and invisible characters, and gives the same result however the letters are encoded. */
const splitWords = (heading: string) =>
  heading
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]|\p{Cf}/gu, '')
    .toLowerCase()
    .normalize('NFC')
    .match(/[\p{L}\p{M}\p{N}]+/gu)

/** `used` contains the ids so far, with the highest number tried for each. */
function createAnchor(heading: string, used: Map<string, number>): string {
  const name = prefix + (splitWords(heading) ?? ['part']).join('-')
  let anchor = name
  let count = used.get(name) ?? 1
  while (used.has(anchor)) anchor = `${name}-${++count}`
  used.set(anchor, 1)
  used.set(name, count)
  return anchor
}

/** Ids depend only on the headings before them, so a closed heading changes nothing in a free preview. */
function prepareHeadings({ tokens }: StateCore): void {
  const used = new Map<string, number>()
  for (const [index, token] of tokens.entries()) {
    if (!/^heading_(?:open|close)$/.test(token.type)) continue
    // The only h1 on a page is its title.
    if (token.tag === 'h1') token.tag = 'h2'
    if (token.nesting === 1)
      token.attrPush(['id', createAnchor(headingText(tokens[index + 1]!), used)])
  }
}

/** Gives each heading an id made from its words, which is unique in the text. */
export function addAnchors(markdown: MarkdownIt): void {
  markdown.core.ruler.push('anchors', prepareHeadings)
}
