/**
 * GET /api/articles/{slug}/body: the closed part of an article as an HTML fragment, for entitled
 * readers. Errors: `signed_out` (401), `not_entitled` with its reason (403), `not_found` (404),
 * `withdrawn` (410), `unavailable` (503: the caller may well be entitled, and must not be told to subscribe).
 */
export function articleBodyPath(slug: string): string {
  return `/api/articles/${slug}/body`
}
