/** Returns the first whole sentences of rendered HTML as plain text, at most `maxLength` characters. */
export function extractExcerpt(html: string, maxLength = 220): string {
  const text = toPlainText(html)
  let shortened = ''
  for (const { segment } of sentences.segment(text)) {
    if (shortened && (shortened + segment).trimEnd().length > maxLength) break
    shortened += segment
  }
  return shortened.trim()
}

/**
 * Returns a description for search engines and previews: the dek, otherwise the first sentences, otherwise the title.
 */
export function describeStory(
  { title, dek }: { readonly title: string; readonly dek: string },
  freePreview: string,
): string {
  return dek || extractExcerpt(freePreview) || title
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** Decodes the only four entities that content/markdown.ts writes. */
function toPlainText(html: string): string {
  return html
    .replace(/<[^<>]*>/g, '')
    .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => entities[name]!)
    .replace(/\s+/g, ' ')
    .trim()
}
