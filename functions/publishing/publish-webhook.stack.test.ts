/** Who may say that something was published, and what is noted of it. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FaultyEdge, startFaultyEdge } from '../../scripts/local/faulty-edge.ts'
import { connectFirestore } from '../../scripts/site/firestore.ts'
import { deriveDeskKeys, signatureHeader } from '../../src/contracts/desk-signature.ts'
import { keyringSchema } from '../../src/contracts/keyring.ts'
import {
  publishRequestSchema,
  rebuildFailedRequestSchema,
  webhookBytes,
  webhooks,
} from '../../src/contracts/publishing.ts'
import { rebuildSchema } from '../../src/domain/rebuild.ts'
import {
  ago,
  askAsDesk,
  deskHeaders,
  edgeClient,
  errorOf,
  liveUpTo,
  stack,
} from '../edge-client.ts'
import { rebuildPath } from './rebuild-record.ts'

const firestore = connectFirestore(stack.buildEnvironment)
const schemas = {
  [webhooks.publish]: publishRequestSchema,
  [webhooks.rebuildFailed]: rebuildFailedRequestSchema,
}
const paths = [webhooks.publish, webhooks.rebuildFailed] as const

function parsedOrNull(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

async function record() {
  const stored = await firestore.get(rebuildPath)
  if (!stored.ok || !stored.value) throw new Error('nothing is noted')
  return rebuildSchema.parse(stored.value.fields)
}

/** Long built, so that no rebuild comes of it. */
const longAgo = { changedAt: '2020-01-01T00:00:00.123456Z' }
const published = (body: unknown = longAgo) => ({
  path: webhooks.publish,
  body: typeof body === 'string' ? body : JSON.stringify(body),
})
const statusAndCode = async (response: Response | Promise<Response>) => {
  const { status, code } = await errorOf(await response)
  return [status, code]
}

beforeAll(async () => {
  expect((await askAsDesk(published())).status).toBe(202)
})

describe('POST /api/webhooks/publish', () => {
  it('notes the youngest wish, whatever comes after it', async () => {
    const { wanted } = await record()
    // The time of the live site itself, to the millisecond before.
    const younger = new Date((await liveUpTo()).getTime() - 1)
    const answer = await askAsDesk(published({ changedAt: younger.toISOString() }))
    expect([answer.status, await answer.text()]).toEqual([202, ''])
    const noted = (await record()).wanted
    expect(noted >= younger && noted >= wanted).toBe(true)
    expect((await askAsDesk(published())).status).toBe(202)
    expect((await record()).wanted).toEqual(noted)
  })

  it('takes a call once, however it is sent again', async () => {
    const headers = await deskHeaders(published())
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => askAsDesk(published(), headers)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409, 409])
    expect(await statusAndCode(askAsDesk(published(), headers))).toEqual([409, 'replayed'])
  })

  it('takes twenty at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        askAsDesk(published({ changedAt: new Date(Date.UTC(2020, 1, 1) + index).toISOString() })),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(202))
  })

  it('refuses what is not of our time', async () => {
    // Whole seconds count: what is only just too far ahead is not any more when the second turns.
    for (const at of [ago(301), ago(-310)]) {
      const headers = await deskHeaders(published(), { at })
      expect(await statusAndCode(askAsDesk(published(), headers))).toEqual([401, 'stale_signature'])
    }
    const headers = await deskHeaders(published(), { at: ago(290) })
    expect((await askAsDesk(published(), headers)).status).toBe(202)
  })

  it('refuses what is altered on the way, and a signature for something else', async () => {
    const headers = await deskHeaders(published())
    const altered = JSON.stringify({ changedAt: '2020-01-01T00:00:00.123457Z' })
    const query = `${webhooks.publish}?x=1`
    const others = [
      { ...published(), body: altered },
      { ...published(), path: query },
      { ...published(), path: webhooks.rebuildFailed },
      { ...published(), body: ` ${published().body}` },
    ]
    for (const call of others) {
      expect(await statusAndCode(askAsDesk(call, headers))).toEqual([401, 'bad_signature'])
    }
    // The call itself was good all the while.
    expect((await askAsDesk(published(), headers)).status).toBe(202)
  })

  it('refuses a foreign key, under a number of ours and under another', async () => {
    const secret = Buffer.alloc(32, 7).toString('base64url')
    for (const id of [1, 99]) {
      const keys = await deriveDeskKeys(keyringSchema.parse(`${id}:${secret}`))
      const headers = await deskHeaders(published(), { keys })
      expect(await statusAndCode(askAsDesk(published(), headers))).toEqual([401, 'bad_signature'])
    }
  })

  it.each([
    ['more than a few minutes to come', { changedAt: ago(-320).toISOString() }],
    ['a day', { changedAt: '2026-11-21' }],
    ['no time', { changedAt: 'yesterday' }],
    ['a number', { changedAt: 1_795_000_000 }],
    ['another field', { ...longAgo, force: true }],
    ['nothing', {}],
    ['no JSON', '{"changedAt":'],
    ['no body', ''],
  ])('refuses %s, signed as it is', async (_, body) => {
    expect(await statusAndCode(askAsDesk(published(body)))).toEqual([400, 'bad_request'])
  })
})

describe('while Firestore is away', () => {
  let edge: FaultyEdge
  beforeAll(async () => {
    edge = await startFaultyEdge()
  })
  afterAll(() => edge.stop())

  it.each(['stopped', 'failing', 'wrongShape'] as const)(
    '(%s) a call is neither taken nor spent',
    async (ailment) => {
      const headers = await deskHeaders(published())
      await edge.firestore.become(ailment)
      const refused = await askAsDesk(published(), headers, edge.url)
      expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
      expect(await statusAndCode(refused)).toEqual([503, 'unavailable'])
      await edge.firestore.become('well')
      expect((await askAsDesk(published(), headers, edge.url)).status).toBe(202)
    },
  )
})

describe.each(paths)('%s', (path) => {
  it('refuses more than a call can be, before it is read', async () => {
    const call = { path, body: 'x'.repeat(webhookBytes + 1) }
    expect(await statusAndCode(askAsDesk(call))).toEqual([413, 'too_large'])
  })

  it('refuses whoever does not sign, pages of ours too', async () => {
    const body = published().body
    expect(await statusAndCode(askAsDesk({ path, body }, {}))).toEqual([401, 'bad_signature'])
    const browser = edgeClient().request(path, { method: 'POST', body })
    expect(await statusAndCode(browser)).toEqual([401, 'bad_signature'])
    expect((await edgeClient().request(path)).status).toBe(404)
  })

  it('never breaks, whatever is sent', async () => {
    const bodies = fc.oneof(
      fc.json(),
      fc.string({ unit: 'binary' }),
      fc.record({ changedAt: fc.anything(), reason: fc.anything() }).map((body) => {
        // Not everything can be written down as JSON.
        const text = JSON.stringify(body, (_, value) => (typeof value === 'bigint' ? 0 : value))
        return text ?? ''
      }),
      fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
    )
    const headers = fc.oneof(
      fc.constant('signed'),
      fc.string({ unit: fc.constantFrom(...'key=1,time nos-_AZ09') }),
      fc.constant(
        `key=1, time=${'9'.repeat(12)}, nonce=${'a'.repeat(22)}, signature=${'a'.repeat(43)}`,
      ),
    )
    await fc.assert(
      fc.asyncProperty(bodies, headers, async (body, header) => {
        // By chance it may be one that is to be taken.
        fc.pre(!schemas[path].safeParse(parsedOrNull(body)).success)
        const call = { path, body }
        const sent = header === 'signed' ? undefined : { [signatureHeader]: header }
        const { status } = await askAsDesk(call, sent)
        expect(status).toBeGreaterThanOrEqual(400)
        expect(status).toBeLessThan(500)
      }),
      { numRuns: 200 },
    )
  })
})
