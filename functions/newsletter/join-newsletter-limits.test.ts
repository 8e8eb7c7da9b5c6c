import { beforeEach, describe, expect, it } from 'vitest'
import { getEndpointPath } from '../../src/contracts/endpoints/endpoint-path.ts'
import { joinMessageIds } from '../../src/contracts/endpoints/newsletter-endpoints.ts'
import { day } from '../../src/domain/duration.ts'
import { emailLimits } from '../../src/domain/email-limits.ts'
import { createTokens } from '../identity/session-tokens.ts'
import {
  createCountingLimits,
  rateLimitNumbers,
  unlimitedRateLimits,
} from '../testing/fake-rate-limits.ts'
import { useMemoryFirestore } from '../testing/memory-firestore.ts'
import { createApp } from '../testing/route-table.ts'

const site = 'https://verandah.example'
const goodToken = 'good'
const unchecked = rateLimitNumbers.UNCHECKED_LIMIT!
const ceiling = rateLimitNumbers.JOIN_NETWORK_LIMIT!

const database = useMemoryFirestore()
let now = new Date('2026-11-20T12:00:00Z')
let env: object
beforeEach(() => {
  env = createCountingLimits()
})

const services = {
  tokens: createTokens({ current: 1, secrets: new Map([[1, new Uint8Array(32)]]) }),
  now: () => now,
  log: () => {},
  botCheck: {
    verify: async (token: string) =>
      token === goodToken ? { ok: true } : { ok: false, failure: { kind: 'refused', reason: '' } },
  },
  get firestore() {
    return database.firestore
  },
}
const app = createApp(services)

let count = 0
const newAddress = () => `reader-${count++}@gmail.com`
const newNetwork = () => `2001:db8:${(count++).toString(16)}::1`

type Join = { readonly email: string; readonly from?: string; readonly botCheck?: string }

function post(body: BodyInit, type: string, from: string, to = app) {
  const headers = { Origin: site, 'CF-Connecting-IP': from, 'Content-Type': type }
  return to.request(
    `${site}${getEndpointPath('POST /api/join-newsletter')}?source=newsletter`,
    { method: 'POST', headers, body },
    env,
  )
}

async function join({ from = newNetwork(), ...fields }: Join, to = app) {
  return (await post(JSON.stringify(fields), 'application/json', from, to)).status
}

async function sendForm({ from = newNetwork(), ...fields }: Join) {
  const body = new URLSearchParams(fields).toString()
  const answer = await post(body, 'application/x-www-form-urlencoded', from)
  return answer.headers.get('Location')
}

async function repeat<Answer>(times: number, ask: () => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let time = 0; time < times; time++) answers.push(await ask())
  return answers
}

describe('without a token', () => {
  it('a network may sign up only a few addresses', async () => {
    const from = newNetwork()
    expect(unchecked).toBeLessThan(ceiling / 2)
    expect(await repeat(unchecked + 1, () => join({ email: newAddress(), from }))).toEqual([
      ...Array(unchecked).fill(200),
      429,
    ])
    expect(await database.list('newsletter')).toHaveLength(unchecked)
    expect(await join({ email: newAddress(), from, botCheck: goodToken })).toBe(200)
    expect(await join({ email: newAddress() })).toBe(200)
  })

  it.each(['unknown', 'known'])(
    'an address that is %s is accepted only a few times across all networks',
    async (kind) => {
      const email = newAddress()
      if (kind === 'known') await join({ email, botCheck: goodToken })
      expect(await repeat(unchecked + 1, () => join({ email }))).toEqual([
        ...Array(unchecked).fill(200),
        429,
      ])
      expect(await join({ email: ` ${email.toUpperCase()}` })).toBe(429)
      expect(await join({ email, botCheck: goodToken })).toBe(200)
    },
  )

  it.each<[string, (index: number) => string]>([
    ['tags', (index) => `reader+${index}@gmail.com`],
    ['subdomains', (index) => `x${index}@asha.fastmail.com`],
  ])('an inbox is accepted only a few times, whatever its %s', async (_, spell) => {
    const joinTagged = () => join({ email: spell(count++) })
    expect((await repeat(unchecked + 1, joinTagged)).at(-1)).toBe(429)
  })

  const perDomain = emailLimits.uncheckedDomain[0].count

  it.each<[string, (index: number) => string]>([
    ['a domain with any address', (index) => `x${index}@asha-writes.example`],
    ['a domain with any subdomain', (index) => `asha@x${index}.asha-writes.co.in`],
  ])('%s is accepted only a few times a day across all networks', async (_, spell) => {
    for (let index = 0; index < perDomain; index++)
      expect(await join({ email: spell(index) })).toBe(200)
    expect(await join({ email: spell(0) })).toBe(429)
    expect(await join({ email: spell(perDomain) })).toBe(429)
    expect(await database.list('newsletter')).toHaveLength(perDomain)
    const counted = await database.list('countedEmails')
    // There is one count for the domain, and one for each network.
    expect(counted).toHaveLength(1 + perDomain + 2)
    expect(JSON.stringify(counted)).not.toContain('asha')
    expect(await join({ email: spell(perDomain + 1), botCheck: goodToken })).toBe(200)
    expect(await join({ email: 'asha@another.example' })).toBe(200)
    now = new Date(now.getTime() + day)
    expect(await join({ email: spell(perDomain + 2) })).toBe(200)
  })

  const perNetwork = emailLimits.uncheckedNetwork[0].count

  it.each<[string, (index: number) => string]>([
    ['an IPv4 /24', (index) => `203.0.113.${index}`],
    ['an IPv6 /48', (index) => `2001:db8:aaaa:${index.toString(16)}::1`],
  ])(
    '%s may sign up only a limited number of addresses a day, at any domain',
    async (_, getNetwork) => {
      env = unlimitedRateLimits
      const joinFrom = (index: number) => join({ email: newAddress(), from: getNetwork(index) })
      for (let index = 0; index < perNetwork; index++) expect(await joinFrom(index)).toBe(200)
      expect(await joinFrom(perNetwork)).toBe(429)
      expect(await join({ email: 'asha@asha.example', from: getNetwork(perNetwork) })).toBe(429)
      expect(await database.list('newsletter')).toHaveLength(perNetwork)
      expect(await join({ email: newAddress() })).toBe(200)
      expect(
        await join({ email: newAddress(), from: getNetwork(perNetwork), botCheck: goodToken }),
      ).toBe(200)
      now = new Date(now.getTime() + day)
      expect(await joinFrom(0)).toBe(200)
    },
  )

  it('a network over its limit doesn’t use up a domain’s limit', async () => {
    const from = newNetwork()
    let index = 0
    await repeat(perDomain + unchecked, () => join({ email: `x${index++}@asha.example`, from }))
    expect(await join({ email: 'asha@asha.example' })).toBe(200)
  })

  it('a network over its limit doesn’t use up an address’s limit', async () => {
    const [from, email] = [newNetwork(), newAddress()]
    await repeat(unchecked, () => join({ email: newAddress(), from }))
    await repeat(unchecked + 5, () => join({ email, from }))
    expect(await join({ email })).toBe(200)
  })
})

it('without a bot check, tokens change nothing', async () => {
  const unchecking = createApp({ ...services, firestore: database.firestore, botCheck: null })
  const from = newNetwork()
  const joinTo = (email: string) => join({ email, from, botCheck: goodToken }, unchecking)
  expect(await repeat(unchecked + 1, () => joinTo(newAddress()))).toEqual([
    ...Array(unchecked).fill(200),
    429,
  ])
})

it('an invalid token is always refused', async () => {
  expect(await join({ email: newAddress(), botCheck: 'forged' })).toBe(403)
  expect(await join({ email: newAddress(), botCheck: '' })).toBe(403)
  expect(await database.list('newsletter')).toEqual([])
})

it.each(['', 'reader', 'reader@', 'reader@localhost', 'a b@example.com'])(
  'a sign-up with the address %j is refused',
  async (email) => {
    const body = JSON.stringify({ email, botCheck: goodToken })
    const answer = await post(body, 'application/json', newNetwork())
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('doesn’t look like an email address')
  },
)

describe('a form without JavaScript', () => {
  it('is redirected to the message that says what to do if its token is refused', async () => {
    const to = await sendForm({ email: newAddress(), botCheck: 'forged' })
    expect(to).toBe(`/newsletter#${joinMessageIds.notJoined}`)
  })

  it('is redirected to the message about too many attempts when it exceeds the stricter limit', async () => {
    const from = newNetwork()
    const to = await repeat(unchecked + 1, () => sendForm({ email: newAddress(), from }))
    expect(to).toEqual([
      ...Array(unchecked).fill(`/newsletter#${joinMessageIds.joined}`),
      `/newsletter#${joinMessageIds.tooManyAttempts}`,
    ])
  })
})
