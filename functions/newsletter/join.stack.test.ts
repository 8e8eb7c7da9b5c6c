import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { botCheckTokenOf } from '../../scripts/local/bot-check.ts'
import { rubbish } from '../../scripts/local/fault-proxy.ts'
import { type FaultyEdge, startFaultyEdge } from '../../scripts/local/faulty-edge.ts'
import { connectFirestore } from '../../scripts/site/firestore.ts'
import { apiErrorSchema } from '../../src/contracts/api-error.ts'
import { botCheckActions } from '../../src/contracts/bot-check.ts'
import { endpoints } from '../../src/contracts/endpoints.ts'
import { type JoinRequest, joinOutcomes } from '../../src/contracts/newsletter.ts'
import { newsletterReaderSchema } from '../../src/domain/newsletter.ts'
import { site } from '../../src/site.ts'
import { type EdgeClient, edgeClient, errorOf, stack } from '../edge-client.ts'
import { pathOf } from './list.ts'

const firestore = connectFirestore(stack.buildEnvironment)
const agent = 'Mozilla/5.0 (a browser of the tests)'

let count = 0
/** An address that nobody has used before, in this run or another. */
const newAddress = () => `reader-${process.pid}-${Date.now()}-${count++}@example.com`

function token(changes: Partial<Parameters<typeof botCheckTokenOf>[0]> = {}): string {
  const hostname = new URL(stack.siteUrl).hostname
  const id = crypto.randomUUID()
  const action = botCheckActions.joinNewsletter
  return botCheckTokenOf({ action, hostname, score: 0.9, id, ...changes })
}

const claimed = { fbp: '', fbc: '', userAgent: 'What the browser claims', ip: '198.51.100.1' }

function join(body: Partial<JoinRequest> | string, client = edgeClient(), source = 'footer') {
  return client.request(`${endpoints.joinNewsletter}?source=${source}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'User-Agent': agent },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

const joinAs = (email: string, client?: EdgeClient, source?: string) =>
  join({ ...claimed, email, botCheck: token() }, client, source)

async function stored(email: string) {
  const found = await firestore.get(await pathOf(email))
  if (!found.ok) throw new Error('Firestore does not answer')
  return found.value && newsletterReaderSchema.strict().parse(found.value.fields)
}

async function messageOf(response: Response): Promise<string> {
  return apiErrorSchema.parse(await response.json()).error.message
}

/** Everything of an answer that a caller could learn from. */
async function seenOf(response: Response) {
  const headers = [...response.headers].filter(([name]) => name !== 'date')
  return { status: response.status, headers, body: await response.text() }
}

describe('POST /api/join-newsletter', () => {
  it('keeps a new address as pending, with what the server saw and not what was claimed', async () => {
    const email = newAddress()
    const client = edgeClient()
    const seen = await (await client.request(endpoints.client)).json()
    const before = Date.now()
    const response = await joinAs(`  ${email.toUpperCase()} `, client)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ joined: true })
    const reader = await stored(email)
    expect(reader).toMatchObject({ email, state: 'pending', source: 'footer', userAgent: agent })
    expect(reader?.ip).toBe((seen as { ip: string }).ip)
    expect(reader?.ip).toMatch(/^127\./)
    expect(reader?.consentedAt.getTime()).toBeGreaterThanOrEqual(before)
  })

  it('changes nothing the second time, nor when many ask at once', async () => {
    const email = newAddress()
    await Promise.all(Array.from({ length: 8 }, () => joinAs(email)))
    const first = await stored(email)
    expect(first?.state).toBe('pending')
    expect((await joinAs(email, edgeClient(), 'newsletter')).status).toBe(200)
    expect(await stored(email)).toEqual(first)
  })

  it('leaves a confirmed reader alone, and takes one back who had left', async () => {
    const email = newAddress()
    await joinAs(email)
    const pending = (await stored(email))!
    const put = async (state: 'confirmed' | 'unsubscribed') =>
      firestore.commit([{ set: await pathOf(email), fields: { ...pending, state } }])

    await put('confirmed')
    await joinAs(email)
    expect(await stored(email)).toEqual({ ...pending, state: 'confirmed' })

    await put('unsubscribed')
    await joinAs(email, edgeClient(), 'newsletter')
    const again = (await stored(email))!
    expect(again).toMatchObject({ state: 'pending', source: 'newsletter' })
    expect(again.consentedAt.getTime()).toBeGreaterThan(pending.consentedAt.getTime())
  })

  it('gives known and unknown addresses the same answer', async () => {
    const email = newAddress()
    const unknown = await seenOf(await joinAs(email))
    expect(await seenOf(await joinAs(email))).toEqual(unknown)
    for (const state of ['confirmed', 'unsubscribed']) {
      await firestore.commit([
        { set: await pathOf(email), fields: { ...(await stored(email)), state } },
      ])
      expect(await seenOf(await joinAs(email))).toEqual(unknown)
    }
  })

  it.each(['', 'reader', 'reader@', 'reader@localhost', 'a b@example.com'])(
    'says of %j that it is no address',
    async (email) => {
      const response = await joinAs(email)
      expect(response.status).toBe(400)
      expect(await messageOf(response)).toContain('doesn’t look like an email address')
    },
  )

  it('is not for other sites', async () => {
    for (const origin of ['https://evil.example', null]) {
      const response = await edgeClient().request(endpoints.joinNewsletter, {
        method: 'POST',
        body: JSON.stringify({ ...claimed, email: newAddress(), botCheck: token() }),
        origin,
      })
      expect(await errorOf(response)).toMatchObject({ status: 403, code: 'forbidden' })
    }
  })

  it('refuses what is too large, without a length as well', async () => {
    const large = JSON.stringify({ ...claimed, email: newAddress(), more: 'x'.repeat(50_000) })
    expect(await errorOf(await join(large))).toMatchObject({ status: 413, code: 'too_large' })
    const stream = new Blob([large]).stream()
    const response = await edgeClient().request(endpoints.joinNewsletter, {
      method: 'POST',
      body: stream,
      duplex: 'half',
    } as RequestInit)
    expect(await errorOf(response)).toMatchObject({ status: 413, code: 'too_large' })
  })

  it('answers 429 to the one who is too fast, and to nobody else', async () => {
    const fast = edgeClient()
    const statuses: number[] = []
    for (let time = 0; time <= 60; time++) statuses.push((await join('{}', fast)).status)
    expect(statuses).toContain(429)
    expect((await joinAs(newAddress())).status).toBe(200)
  })

  it('gives 1,000 malformed joins no more than a 400, with words', async () => {
    const wrongValue = fc.oneof(fc.anything(), fc.string({ unit: 'binary' }), fc.emailAddress())
    const wrongRecord = fc
      .record({
        email: wrongValue,
        fbp: wrongValue,
        userAgent: wrongValue,
        ip: wrongValue,
        botCheck: fc.anything(),
      })
      .map((record) => {
        try {
          return JSON.stringify(record)
        } catch {
          return '{'
        }
      })
    const malformed = fc.oneof(fc.string({ unit: 'binary' }), fc.json(), wrongRecord)
    const bodies = fc.sample(malformed, 1000)
    const answers: { status: number; message: string }[] = []
    while (bodies.length > 0) {
      const some = bodies.splice(0, 20).map(async (body) => {
        const response = await join(body)
        // Some requests are valid by chance.
        if (response.status === 200) return
        answers.push({ status: response.status, message: await messageOf(response) })
      })
      await Promise.all(some)
    }
    expect(answers.length).toBeGreaterThan(900)
    // 403 for a valid request with a bad token, 429 for an address that came up more than three times.
    expect(answers.filter(({ status }) => ![400, 403, 429].includes(status))).toEqual([])
    expect(answers.filter(({ message }) => message.length < 20)).toEqual([])
    // A thousand calls on a machine that may be busy.
  }, 300_000)
})

// How often a minute this is possible is tested in join-limits.test.ts.
describe('without a bot check token', () => {
  it('accepts the five specified fields, and stores what the server saw', async () => {
    const email = newAddress()
    const response = await join({ ...claimed, email })
    expect([response.status, await response.json()]).toEqual([200, { joined: true }])
    expect(await stored(email)).toMatchObject({ email, state: 'pending', userAgent: agent })
  })

  it('gives known and unknown addresses the same answer', async () => {
    const email = newAddress()
    const unknown = await seenOf(await join({ ...claimed, email }))
    expect(await seenOf(await join({ ...claimed, email }))).toEqual(unknown)
  })
})

describe('a form without JavaScript', () => {
  const send = (fields: Record<string, string>) =>
    edgeClient().request(`${endpoints.joinNewsletter}?source=newsletter`, {
      method: 'POST',
      body: new URLSearchParams(fields),
    })

  it('is accepted, and redirected to the message that says so', async () => {
    const email = newAddress()
    const response = await send({ email })
    expect(response.status).toBe(303)
    expect(response.headers.get('Location')).toBe(`/newsletter#${joinOutcomes.joined}`)
    expect(await stored(email)).toMatchObject({ state: 'pending', source: 'newsletter' })
  })

  it.each([
    ['no address', { email: 'reader' }, joinOutcomes.noAddress],
    [
      'a token that is refused',
      { email: 'reader@example.com', botCheck: 'x' },
      joinOutcomes.notJoined,
    ],
  ])('with %s is redirected to the message that says what to do', async (_, fields, outcome) => {
    const response = await send(fields)
    expect(response.status).toBe(303)
    expect(response.headers.get('Location')).toBe(`/newsletter#${outcome}`)
    const page = await (await edgeClient().request('/newsletter')).text()
    expect(page).toContain(`id="${outcome}"`)
  })
})

describe('the bot check', () => {
  it.each<[string, string]>([
    ['an empty one', ''],
    ['one that is none', 'x'],
    ['one of another site', token({ hostname: 'evil.example' })],
    ['one for something else', token({ action: 'log_in' })],
    ['one of a machine', token({ score: 0.1 })],
  ])('refuses %s, and says what else can be done', async (_, botCheck) => {
    const email = newAddress()
    const response = await join({ ...claimed, email, botCheck })
    expect(response.status).toBe(403)
    const { error } = apiErrorSchema.parse(await response.json())
    expect(error.code).toBe('not_human')
    expect(error.message).toContain('Try again')
    expect(error.message).toContain(site.newsletterEmail)
    expect(await stored(email)).toBeNull()
  })

  it('takes a token once', async () => {
    const botCheck = token()
    const [first, second] = [newAddress(), newAddress()]
    expect((await join({ ...claimed, email: first, botCheck })).status).toBe(200)
    expect((await join({ ...claimed, email: second, botCheck })).status).toBe(403)
    expect(await stored(second)).toBeNull()
  })
})

describe('without a bot check', () => {
  it('nobody needs a token', async () => {
    const edge = await startFaultyEdge(undefined, ['RECAPTCHA_SECRET'])
    try {
      const email = newAddress()
      expect((await join({ ...claimed, email }, edgeClient(edge.url))).status).toBe(200)
      expect((await stored(email))?.state).toBe('pending')
      expect(edge.botCheck.requests()).toBe(0)
    } finally {
      await edge.stop()
    }
  })
})

describe('while something is away', () => {
  let edge: FaultyEdge
  beforeAll(async () => {
    edge = await startFaultyEdge()
  })
  afterAll(() => edge.stop())

  const joinThere = (email: string) => joinAs(email, edgeClient(edge.url))

  it.each(['stopped', 'failing', 'slow', ...rubbish] as const)(
    'nobody passes a bot check that is %s, and everybody learns what to do',
    async (ailment) => {
      await edge.botCheck.become(ailment)
      const email = newAddress()
      const response = await joinThere(email)
      expect(response.status).toBe(503)
      expect(await messageOf(response)).toContain(site.newsletterEmail)
      expect(await stored(email)).toBeNull()
      await edge.botCheck.become('well')
      expect((await joinThere(email)).status).toBe(200)
    },
  )

  it.each(['stopped', 'failing', 'slow', ...rubbish] as const)(
    'a Firestore that is %s keeps nobody, and says whose fault it is',
    async (ailment) => {
      await edge.firestore.become(ailment)
      const email = newAddress()
      const response = await joinThere(email)
      expect(response.status).toBe(503)
      expect(response.headers.get('Retry-After')).toBe('10')
      expect(await messageOf(response)).toContain('The fault is ours')
      await edge.firestore.become('well')
      expect(await stored(email)).toBeNull()
      expect((await joinThere(email)).status).toBe(200)
      expect((await stored(email))?.state).toBe('pending')
    },
  )
})
