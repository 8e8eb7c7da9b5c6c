/** Counts the requests of an import that finds nothing changed: 10,000 posts have 20,000 pictures. */
import sharp from 'sharp'
import { afterAll, expect, it } from 'vitest'
import type { Firestore } from '../../../functions/platform/adapters/firestore.ts'
import { keyringSchema } from '../../../src/contracts/signing/keyring.ts'
import { importSigningKeys } from '../../../src/contracts/signing/signed-token.ts'
import { createInMemoryFirestore } from '../../dev/fakes/firestore/in-memory-firestore.ts'
import { startTestServer } from '../../shared/testing/test-server.ts'
import { buildPost, createImportHarness, generateWords } from '../testing/import-harness.ts'

const picturesPerPost = 3
/** Batches of 100 posts, each read in requests of 50. */
const postsPerRead = 50

const database = createInMemoryFirestore()
const httpRequests: string[] = []
const picture = await sharp({ create: { width: 70, height: 50, channels: 3, background: 'peru' } })
  .png()
  .toBuffer()
/** Serves the pictures of the old site, and accepts those of the new one. */
const oldSite = await startTestServer((request, response) => {
  httpRequests.push(request.method!)
  request.resume().on('end', () => response.end(request.method === 'GET' ? picture : ''))
})
afterAll(() => database.close())

function countRequests(firestore: Firestore) {
  const counts = { get: 0, getAll: 0, commit: 0, pages: 0 }
  const counting: Firestore = {
    ...firestore,
    get(path) {
      counts.get++
      return firestore.get(path)
    },
    getAll(...given) {
      counts.getAll++
      return firestore.getAll(...given)
    },
    commit(writes) {
      counts.commit++
      return firestore.commit(writes)
    },
    async *pages(query) {
      for await (const page of firestore.pages(query)) {
        counts.pages++
        yield page
      }
    },
  }
  return { firestore: counting, counts }
}

const folder = createImportHarness()

it.each([40, 120])('reads %i unchanged posts in batches, and no picture', async (posts) => {
  for (let post = 1; post <= posts; post++) {
    const pictures = Array.from({ length: picturesPerPost }, (_, at) => `![A](/${post}-${at}.png)`)
    const body = [generateWords(90), ...pictures, 'The rest.'].join('\n\n')
    folder.write({ [`post-${post}.md`]: buildPost(`Post ${post}`, '2020-01-01', body) })
  }
  const keys = await importSigningKeys(keyringSchema.parse(`1:${'A'.repeat(43)}`))
  const site = { siteUrl: oldSite, projectId: 'demo-memory', keys, editor: 'Test', payPal: null }
  const options = { oldSite }
  const first = await folder.importFolder(
    { ...site, firestore: database.firestore },
    `first-${posts}`,
    options,
  )
  expect(first.report.totals()).toMatchObject({ skipped: 0, preserved: 0 })
  expect(httpRequests.filter((method) => method === 'PUT')).toHaveLength(posts * picturesPerPost)

  const { firestore, counts } = countRequests(database.firestore)
  const requestsBefore = httpRequests.length
  const again = await folder.importFolder({ ...site, firestore }, `again-${posts}`, options)
  expect(again.report.totals()).toMatchObject({ imported: 0, updated: 0, unchanged: posts + 1 })
  expect(httpRequests).toHaveLength(requestsBefore)
  // The author is read apart from the posts; tags, articles, pages, authors and redirects are listed once.
  expect(counts).toEqual({
    get: 0,
    getAll: Math.ceil(posts / postsPerRead) + 1,
    commit: 0,
    pages: 5,
  })
})
