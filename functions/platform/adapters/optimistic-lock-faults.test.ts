/** One reader sends many simultaneous calls that all change the same record. */
import { setImmediate } from 'node:timers/promises'
import { beforeEach, expect, it } from 'vitest'
import { WorkerHarness } from '../../testing/worker-harness.ts'
import { maxOwnAttempts } from './optimistic-lock.ts'

const count = 40

let harness: WorkerHarness
beforeEach(async () => {
  harness = new WorkerHarness()
  harness.meter.maxAttempts = maxOwnAttempts
  await harness.storeReaderAndCheckout()
  await harness.subscribe()
  await harness.logIn()
  overlapCalls()
  for (let at = 0; at < count; at++)
    await harness.store({
      [`articles/story-${at}`]: {
        status: 'published',
        slug: `story-${at}`,
        title: `Story ${at}`,
        dek: '',
        body: 'Text.',
        tags: [],
        updatedAt: harness.now,
        category: 'food',
        authors: ['mira-bai'],
        image: {
          id: 'a-pot-0123456789abcdef',
          alt: 'A pot',
          credit: 'Us',
          width: 1200,
          height: 800,
        },
        access: 'metered',
        publishedAt: harness.now,
      },
    })
  await harness.browser.send('PATCH', '/api/preferences', { isHistoryEnabled: true })
  await harness.browser.send('PUT', '/api/profile', {
    handle: 'ama-reads',
    name: 'Ama S.',
    bio: '',
    isPublic: false,
    isIndexed: false,
  })
})

/** Makes all calls read before any of them writes. */
function overlapCalls() {
  const { firestore } = harness.deps as unknown as {
    firestore: Record<string, (...args: unknown[]) => Promise<unknown>>
  }
  for (const name of ['get', 'getAll', 'query', 'commit']) {
    const call = firestore[name]!
    firestore[name] = async (...args) => {
      await setImmediate()
      const value = await call(...args)
      await setImmediate()
      return value
    }
  }
}

it.each<[method: string, path: string, body: (at: number) => object]>([
  ['PATCH', '/api/user', (at) => ({ first_name: `A${at}`, last_name: 'B' })],
  ['PATCH', '/api/preferences', (at) => ({ goal: null, add: { tags: [`tag-${at}`] } })],
  ['PUT', '/api/saved/story-*', () => ({})],
  ['PUT', '/api/reading-history/story-*', () => ({ depth: 0.5 })],
  ['PUT', '/api/profile/recommendations/story-*', () => ({})],
  ['POST', '/api/gift-links', (at) => ({ slug: `story-${at}` })],
])(
  'simultaneous calls of %s %s cost at most a few times the declared cost',
  async (method, path, body) => {
    const answers = await Promise.all(
      Array.from({ length: count }, (_, at) =>
        harness.browser.send(method, path.replace('*', String(at)), body(at)),
      ),
    )
    // The harness fails if any call costs more than declared.
    const statuses = answers.map(({ status }) => status)
    expect(new Set(statuses.map((status) => (status < 300 ? 'stored' : status)))).toEqual(
      new Set(['stored', 503]),
    )
  },
)
