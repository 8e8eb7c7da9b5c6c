/** The sentences that `new` and `weekly new` write into a body, to be replaced by the author. */
export const templateText = {
  freePreview: 'The free preview, which everybody can read.',
  rest: 'The rest, for subscribers. Put a picture or a pull quote on a line of its own:',
  figure: '::figure{src="picture.jpg" alt="…" caption="…" credit="…"}',
  pullQuote: ':::pullquote{by="…"}',
  quotation: 'A sentence of the article.',
  biography: 'The biography.',
  heading: '## First heading',
  text: 'The text.',
  issueNote: 'A note from the editors, for everybody.',
  issueOpening: 'Its first paragraph is for everybody too.',
  issueRest:
    'The rest is for subscribers. If there’s no such part, remove everything from “For subscribers” on.',
} as const

const templateLines = new Set<string>(Object.values(templateText))

/** This text is in a directive's line. */
const emptyAttribute = /\b[a-z]+="…"/

/** Finds lines of a body, counted from 1, that still have the template's text. */
export function findTemplateText(body: string): { readonly text: string; readonly line: number }[] {
  return body
    .split('\n')
    .map((text, index) => ({ text: text.trim(), line: index + 1 }))
    .flatMap(({ text, line }) => {
      if (templateLines.has(text)) return [{ text, line }]
      const [attribute] = (text.startsWith('::') && emptyAttribute.exec(text)) || []
      return attribute ? [{ text: attribute, line }] : []
    })
}
