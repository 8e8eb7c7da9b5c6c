/** Adds an author whom the publication doesn't know yet. Their page is completed later. */
import { call } from '../../browser/api.ts'
import { toLatinSlug } from '../../domain/latin-slug.ts'
import { fail, type Result, succeed } from '../../domain/result.ts'

/** Returns the slug. Fails with words for the person. */
export async function createAuthor(name: string): Promise<Result<string, string>> {
  const slug = toLatinSlug(name)
  if (slug === null) return fail('Write the name in Latin letters: its address needs them.')
  const address = { collection: 'authors', slug } as const
  const saved = await call('PUT /api/desk/documents/:collection/:slug/draft', {
    ...address,
    fields: { name },
    body: '',
    revision: 0,
    base: null,
  })
  if (!saved.ok) return fail(saved.failure.message)
  const { revision } = saved.value
  const published = await call('POST /api/desk/documents/:collection/:slug/publish', {
    ...address,
    revision,
    base: null,
  })
  return published.ok ? succeed(slug) : fail(published.failure.message)
}
