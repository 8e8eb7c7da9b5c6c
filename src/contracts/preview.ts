/**
 * A draft behind a signed link (desk-signature.ts). GET /preview/{slug} is its page; the closed part
 * comes from GET /api/preview/{slug}/body with the same signature, and needs no session. Pictures that
 * stand behind a lead-in open with it as well. Errors: `not_found` for whatever is wrong with the link.
 */
const signed = ['key', 'until', 'signature'] as const

/** The part of a link's query that opens, and nothing else of it. */
export function previewQuery(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams(signed.map((name) => [name, query.get(name) ?? '']))
}

export function previewBodyPath(slug: string, query: URLSearchParams): string {
  return `/api/preview/${slug}/body?${previewQuery(query)}`
}

/** The note on the page that says what it is. Where it stands, nothing is counted. */
export const previewNoteId = 'preview'

/** The name under which a picture's address says of which draft it is. */
export const previewParameter = 'preview'

/** The rest of a draft with its pictures' addresses signed. `html` comes from our own pipeline. */
export function withSignedPictures(html: string, slug: string, query: URLSearchParams): string {
  const opening = new URLSearchParams([[previewParameter, slug], ...previewQuery(query)])
  const written = opening.toString().replaceAll('&', '&amp;')
  return html.replace(/<img [^>]*>/g, (image) =>
    image.replace(/\/images\/[a-z0-9-]+\/\d+/g, (address) => `${address}?${written}`),
  )
}
