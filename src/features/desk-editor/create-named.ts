/** Adds an author or a tag that the publication doesn't have yet. The new page is completed later. */
import { call } from '../../browser/api.ts'
import { toLatinSlug } from '../../domain/latin-slug.ts'
import { fail, type Result, succeed } from '../../domain/result.ts'
import { documentForms } from './document-forms.ts'

/** Returns the slug. Fails with a message for the user. */
export async function createNamed(
  collection: 'authors' | 'tags',
  name: string,
): Promise<Result<string, string>> {
  const slug = toLatinSlug(name)
  if (slug === null)
    return fail('Write the name in Latin letters. They’re needed for the page’s address.')
  const address = { collection, slug } as const
  const { defaults } = documentForms[collection]
  const description = collection === 'tags' ? { description: `Stories about ${name}.` } : {}
  const saved = await call('PUT /api/desk/documents/:collection/:slug/draft', {
    ...address,
    fields: { name, ...description, ...defaults },
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
