/**
 * A draft behind a signed link (desk-signature.ts). GET /preview/{slug} is its page; the closed part
 * comes from GET /api/preview/{slug}/body with the same signature, and needs no session. The pictures in
 * it have addresses with signatures of their own. Errors: `not_found` for whatever is wrong with the link.
 */
const signed = ['key', 'until', 'signature'] as const

/** The part of a link's query that opens, and nothing else of it. */
function previewQuery(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams(signed.map((name) => [name, query.get(name) ?? '']))
}

export function previewBodyPath(slug: string, query: URLSearchParams): string {
  return `/api/preview/${slug}/body?${previewQuery(query)}`
}

/** The note on the page that says what it is. Where it stands, nothing is counted. */
export const previewNoteId = 'preview'
