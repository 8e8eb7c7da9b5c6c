/** The first sentences of a biography, as plain words: whole ones, at most `longest` characters. */
export function shortBiography(html: string, longest = 220): string {
  const text = plainText(html)
  let short = ''
  for (const { segment } of sentences.segment(text)) {
    if (short && (short + segment).trimEnd().length > longest) break
    short += segment
  }
  return short.trim()
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** Of what content/markdown.ts renders: it writes these four entities and no others. */
function plainText(html: string): string {
  return html
    .replace(/<[^<>]*>/g, '')
    .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => entities[name]!)
    .replace(/\s+/g, ' ')
    .trim()
}
