import { beforeEach, expect, it } from 'vitest'
import { rebuildRetryDelays, requestRebuild } from '../../src/domain/rebuild.ts'
import { fail, succeed } from '../../src/domain/result.ts'
import type { RebuildHook } from '../platform/adapters/rebuild-hook.ts'
import { useMemoryFirestore } from '../testing/memory-firestore.ts'
import { advanceRebuild } from './advance-rebuild.ts'
import { rebuildPath } from './rebuild-record.ts'

const requestedUpTo = new Date('2026-11-20T12:00:00Z')
const request = requestRebuild(null, requestedUpTo)!
const database = useMemoryFirestore()
let now: Date
let builtAt: Date

beforeEach(async () => {
  // The fake database uses the real time.
  now = new Date()
  builtAt = new Date(0)
  await database.store({ [rebuildPath]: request })
})

const record = () => database.read(rebuildPath)
const advance = (rebuildHook: RebuildHook | null) =>
  advanceRebuild({
    firestore: database.firestore,
    buildManifest: { builtAt: async () => builtAt },
    rebuildHook,
    now: () => now,
    log: () => {},
  })

it('a rebuild request stays unchanged without a build hook', async () => {
  expect(await advance(null)).toEqual(succeed('skip'))
  expect(await record()).toEqual(request)
})

it('a refusal by the build hook is stored, and the rebuild request is kept for another attempt', async () => {
  expect(await advance(async () => fail('status 400'))).toEqual(succeed('start'))
  const failure = { at: now, kind: 'start', reason: 'status 400' }
  expect(await record()).toMatchObject({ requestedUpTo, startedAt: null, attempts: 1, failure })
  now = new Date(now.getTime() + rebuildRetryDelays[0]!)
  expect(await advance(async () => succeed(undefined))).toEqual(succeed('start'))
  expect(await record()).toMatchObject({ isAccepted: true, attempts: 2, failure })
  builtAt = now
  expect(await advance(async () => succeed(undefined))).toEqual(succeed('skip'))
  expect(await record()).toMatchObject({ startedAt: null, attempts: 0, failure: null })
})
