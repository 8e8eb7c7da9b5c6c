import { beforeAll, describe, expect, it } from 'vitest'
import { getEndpointPath } from '../../src/contracts/endpoints/endpoint-path.ts'
import { rebuildSchema } from '../../src/domain/rebuild.ts'
import {
  expectError,
  readLiveTime,
  secondsAgo,
  sendAsDesk,
  signDeskRequest,
} from '../testing/edge-client.ts'
import { readFields } from '../testing/test-readers.ts'
import { rebuildPath } from './rebuild-record.ts'

const publishPath = getEndpointPath('POST /api/webhooks/publish')
const rebuildFailedPath = getEndpointPath('POST /api/webhooks/rebuild-failed')
const paths = [publishPath, rebuildFailedPath] as const

const readRebuild = async () => rebuildSchema.parse(await readFields(rebuildPath))

/** The change is older than the build, so no rebuild is needed. */
const longAgo = { changedAt: '2020-01-01T00:00:00.123456Z' }
const published = (body: unknown = longAgo) => ({
  path: publishPath,
  body: typeof body === 'string' ? body : JSON.stringify(body),
})
beforeAll(async () => {
  expect((await sendAsDesk(published())).status).toBe(202)
})

describe('POST /api/webhooks/publish', () => {
  it('stores the newest request, in whatever order requests arrive', async () => {
    const { requestedUpTo } = await readRebuild()
    const younger = new Date((await readLiveTime()).getTime() - 1)
    const answer = await sendAsDesk(published({ changedAt: younger.toISOString() }))
    expect([answer.status, await answer.text()]).toEqual([202, ''])
    const recorded = (await readRebuild()).requestedUpTo
    expect(recorded >= younger && recorded >= requestedUpTo).toBe(true)
    expect((await sendAsDesk(published())).status).toBe(202)
    expect((await readRebuild()).requestedUpTo).toEqual(recorded)
  })

  it('accepts a call once, however often it’s sent', async () => {
    const headers = await signDeskRequest(published())
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => sendAsDesk(published(), headers)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409, 409])
    await expectError(sendAsDesk(published(), headers), 409, 'replayed')
  })

  it.each([
    ['a time in the future', { changedAt: secondsAgo(-3600).toISOString() }],
    ['a date without a time', { changedAt: '2026-11-21' }],
    ['another field', { ...longAgo, force: true }],
    ['no JSON', '{"changedAt":'],
    ['no body', ''],
  ])('refuses %s, even if it’s signed', async (_, body) => {
    await expectError(sendAsDesk(published(body)), 400, 'bad_request')
  })
})

describe.each(paths)('%s', (path) => {
  it('refuses a body that is too large', async () => {
    const call = { path, body: 'x'.repeat(4097) }
    await expectError(sendAsDesk(call), 413, 'too_large')
  })
})
