import { expect, it } from 'vitest'
import { fail } from '../../src/domain/result.ts'
import { loadPublished } from './load-article.ts'

it('the log says why an article can’t be read', async () => {
  const logged: object[] = []
  const loaded = await loadPublished(
    {
      firestore: { get: async () => fail({ kind: 'unavailable', reason: 'away' }) },
      log: (event, details) => void logged.push({ event, ...details }),
    },
    'dal',
  )
  expect(loaded).toEqual(fail('unavailable'))
  expect(logged).toEqual([{ event: 'article_not_read', slug: 'dal', kind: 'unavailable' }])
})
