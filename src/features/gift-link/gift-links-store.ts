/** The articles that the reader has given, and how many more they can give. */
import { type ApiResult, call } from '../../browser/api.ts'
import { createQuery } from '../../browser/query.ts'
import type { GivenArticlesResponse } from '../../contracts/endpoints/gift-link-endpoints.ts'

const query = createQuery<GivenArticlesResponse | null>('gift-links', {
  call: () => call('GET /api/gift-links'),
  guestData: null,
})

export const $givenArticles = query.$store

/** Returns a message for the reader if the request failed, otherwise an empty string. */
async function accept(request: Promise<ApiResult<GivenArticlesResponse>>): Promise<string> {
  const result = await request
  if (result.ok) {
    query.setData(result.value)
    return ''
  }
  // Another tab may have given a story, or revoked the link.
  const { code, message } = result.failure
  if (code === 'not_possible' || code === 'not_found') await query.refresh()
  return message
}

export const createGiftLink = (slug: string) => accept(call('POST /api/gift-links', { slug }))

export const revokeGiftLink = (code: string) =>
  accept(call('DELETE /api/gift-links/:code', { code }))
