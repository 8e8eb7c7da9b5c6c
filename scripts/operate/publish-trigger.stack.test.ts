/** The trigger that Google runs, against a running Worker. */
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { rebuildSchema } from '../../src/domain/rebuild.ts'
import { readRebuildCounts } from '../dev/stack/stack-client.ts'
import { connectFirestore } from '../shared/connect-firestore.ts'
import { readRunningStack } from '../shared/running-stack.ts'
import { publish } from './publish-trigger.mjs'

const stack = readRunningStack()
const firestore = connectFirestore(stack.buildEnvironment)
const subject = 'documents/articles/fathers-in-pencil'

async function readRequestedUpTo(): Promise<number> {
  const stored = await firestore.get('publishing/rebuild')
  if (!stored.ok) throw new Error('Firestore does not answer')
  return stored.value ? rebuildSchema.parse(stored.value.fields).requestedUpTo.getTime() : 0
}

beforeEach(() => {
  vi.stubEnv('SITE_URL', stack.siteUrl)
  vi.stubEnv('DESK_KEYS', stack.deskEnvironment.DESK_KEYS)
})
afterEach(() => vi.unstubAllEnvs())
afterAll(async () => {
  // Waits for the rebuild, so that it doesn't run during other tests.
  await vi.waitFor(
    async () => {
      const built = await (await fetch(`${stack.siteUrl}/build-timestamp.json`)).json()
      expect(Date.parse((built as { syncedAt: string }).syncedAt)).toBeGreaterThan(
        await readRequestedUpTo(),
      )
      expect((await readRebuildCounts(stack)).isRunning).toBe(false)
    },
    { timeout: 50_000, interval: 100 },
  )
})

describe('the Firestore trigger', () => {
  it('is accepted by the Worker, even if deployed as an HTTP function', async () => {
    const before = Date.now()
    await publish({ subject })
    expect(await readRequestedUpTo()).toBeGreaterThanOrEqual(before)
    const sendStatus = vi.fn()
    const between = Date.now()
    await publish({ headers: { 'ce-subject': subject } }, { sendStatus })
    expect(await readRequestedUpTo()).toBeGreaterThanOrEqual(between)
    expect(sendStatus).toHaveBeenCalledExactlyOnceWith(204)
  })

  it.each([
    'documents/publishing/rebuild',
    'documents/providerEvents/desk-x',
    'documents/users/somebody',
    'documents/articles/a-story/revisions/1',
    '',
    undefined,
  ])('ignores %j', async (other) => {
    const before = await readRequestedUpTo()
    await publish(other === undefined ? {} : { subject: other })
    expect(await readRequestedUpTo()).toBe(before)
  })

  it('fails with the Worker’s response, so that Google retries', async () => {
    vi.stubEnv('DESK_KEYS', `1:${'A'.repeat(43)}`)
    await expect(publish({ subject })).rejects.toThrow('The site answered with status 401.')
    vi.stubEnv('DESK_KEYS', '')
    await expect(publish({ subject })).rejects.toThrow('DESK_KEYS isn’t a valid keyring.')
  })
})
