/** The trigger that Google runs, against a running Worker. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { rebuildSchema } from '../../src/domain/rebuild.ts'
import { rebuildCounts, runningStack } from '../local/running-stack.ts'
import { connectFirestore } from '../site/firestore.ts'
import { publish } from './publish-trigger.mjs'

const stack = runningStack()
const firestore = connectFirestore(stack.buildEnvironment)
const subject = 'documents/articles/fathers-in-pencil'

async function wanted(): Promise<number> {
  const stored = await firestore.get('publishing/rebuild')
  if (!stored.ok) throw new Error('Firestore does not answer')
  return stored.value ? rebuildSchema.parse(stored.value.fields).wanted.getTime() : 0
}

beforeEach(() => {
  vi.stubEnv('SITE_URL', stack.siteUrl)
  vi.stubEnv('DESK_KEYS', stack.deskEnvironment.DESK_KEYS)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  // The rebuild that comes of it is no other test's.
  await vi.waitFor(
    async () => {
      const built = await (await fetch(`${stack.siteUrl}/built.json`)).json()
      expect(Date.parse((built as { syncedAt: string }).syncedAt)).toBeGreaterThan(await wanted())
      expect((await rebuildCounts(stack)).isRunning).toBe(false)
    },
    { timeout: 50_000, interval: 100 },
  )
})

describe('the Firestore trigger', () => {
  it('is taken by the Worker: the site is to hold what was written', async () => {
    const before = Date.now()
    await publish({ subject })
    expect(await wanted()).toBeGreaterThanOrEqual(before)
  })

  it('works as a function that is handed the request, and answers it', async () => {
    const sendStatus = vi.fn()
    const before = Date.now()
    await publish({ headers: { 'ce-subject': subject } }, { sendStatus })
    expect(await wanted()).toBeGreaterThanOrEqual(before)
    expect(sendStatus).toHaveBeenCalledExactlyOnceWith(204)
  })

  it.each([
    'documents/publishing/rebuild',
    'documents/providerEvents/desk-x',
    'documents/users/somebody',
    'documents/articles/a-story/revisions/1',
    '',
    undefined,
  ])('says nothing of %j', async (other) => {
    const before = await wanted()
    await publish(other === undefined ? {} : { subject: other })
    expect(await wanted()).toBe(before)
  })

  it('fails with what the edge said, for Google to call again', async () => {
    vi.stubEnv('DESK_KEYS', `1:${'A'.repeat(43)}`)
    await expect(publish({ subject })).rejects.toThrow('The edge answered 401.')
    vi.stubEnv('DESK_KEYS', '')
    await expect(publish({ subject })).rejects.toThrow('DESK_KEYS is not a ring of keys.')
  })
})
