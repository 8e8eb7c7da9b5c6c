import { describe, expect, it } from 'vitest'
import { freshToken, makeAccount, newName } from '../../scripts/local/own-accounts.ts'
import { connectFirestore } from '../../scripts/site/firestore.ts'
import { apiErrorSchema } from '../../src/contracts/api-error.ts'
import { endpoints } from '../../src/contracts/endpoints.ts'
import { preferencesResponseSchema } from '../../src/contracts/preferences.ts'
import { type AnswersChange, noAnswers, writersAtMost } from '../../src/domain/answers.ts'
import { newsletterReaderSchema } from '../../src/domain/newsletter.ts'
import { readerSchema } from '../../src/domain/reader.ts'
import { type EdgeClient, edgeClient, errorOf, openSession, stack } from '../edge-client.ts'
import { pathOf } from '../newsletter/list.ts'

const firestore = connectFirestore(stack.buildEnvironment)

/** An account that no other test has, and its session on one device. */
async function newAccount({ verified }: { verified: boolean }) {
  const email = newAddress()
  const uid = await makeAccount(stack, email, { isVerified: verified })
  return { email, uid, client: await signIn(email) }
}

const newAddress = () => `${newName()}@example.com`

/** As the service does it when a reader has followed the link in a letter. */
async function change(localId: string, changes: Record<string, unknown>) {
  const { IDENTITY_URL, FIREBASE_PROJECT_ID } = stack.workerVariables
  const response = await fetch(
    `${IDENTITY_URL}/v1/projects/${FIREBASE_PROJECT_ID}/accounts:update`,
    {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: 'Bearer owner' },
      body: JSON.stringify({ localId, ...changes }),
    },
  )
  expect(response.status).toBe(200)
}

/** As the settings do, before an email is sent to the new address. */
async function askForAddress(client: EdgeClient, email: string, next: string) {
  const asked = await client.request(endpoints.accountEmail, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ idToken: await freshToken(stack, email), email: next }),
  })
  expect(asked.status).toBe(204)
}

async function signIn(email: string): Promise<EdgeClient> {
  const client = edgeClient()
  expect((await openSession(client, await freshToken(stack, email))).status).toBe(200)
  return client
}

const tell = (client: EdgeClient, body: AnswersChange | string, origin?: string | null) =>
  client.request(endpoints.preferences, {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json', 'User-Agent': 'A browser of the tests' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...(origin === undefined ? {} : { origin }),
  })

const answerOf = async (response: Response) => {
  expect(response.status).toBe(200)
  return preferencesResponseSchema.strict().parse(await response.json())
}
const toldBy = async (client: EdgeClient) => answerOf(await client.request(endpoints.preferences))

async function listed(email: string) {
  const found = await firestore.get(await pathOf(email))
  if (!found.ok) throw new Error('Firestore does not answer')
  return found.value && newsletterReaderSchema.strict().parse(found.value.fields)
}

describe('what a reader turns to', () => {
  it('is nothing at first, is kept as they tell it, and is the same on another device', async () => {
    const { email, client } = await newAccount({ verified: true })
    expect(await toldBy(client)).toEqual({ ...noAnswers, address: { email, verified: true } })
    const told = await answerOf(
      await tell(client, {
        add: { categories: ['food'], tags: ['sriLanka', 'nepal'], authors: ['a-writer'] },
        goal: '3',
        keepsHistory: true,
        step: 'welcome_goals',
      }),
    )
    expect(told).toMatchObject({
      categories: ['food'],
      tags: ['sriLanka', 'nepal'],
      authors: ['a-writer'],
      goal: '3',
      keepsHistory: true,
      welcome: { step: 'welcome_goals', finished: false },
    })
    const elsewhere = await signIn(email)
    expect(await toldBy(elsewhere)).toEqual(told)
    await tell(elsewhere, { remove: { tags: ['nepal'] }, goal: null })
    expect(await toldBy(client)).toEqual({ ...told, tags: ['sriLanka'], goal: null })
  })

  it('loses nothing when several things are told at once, and nothing by being told twice', async () => {
    const { client } = await newAccount({ verified: false })
    const tags = ['nepal', 'india', 'burma', 'diaspora'] as const
    const answers = await Promise.all(tags.map((tag) => tell(client, { add: { tags: [tag] } })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    await tell(client, { add: { tags: ['nepal'] } })
    expect([...(await toldBy(client)).tags].sort()).toEqual([...tags].sort())
  })

  it('remembers when somebody was through the welcome, and not that they came again', async () => {
    const { client, uid } = await newAccount({ verified: false })
    await tell(client, { step: 'welcome_app' })
    const finishedAt = async () => {
      const found = await firestore.get(`users/${uid}`)
      return found.ok && readerSchema.parse(found.value!.fields).welcome.finishedAt
    }
    const first = await finishedAt()
    expect(first).toBeInstanceOf(Date)
    await tell(client, { step: 'welcome_app' })
    await tell(client, { step: 'welcome' })
    expect(await finishedAt()).toEqual(first)
  })

  it('has an end: who follows as many writers as can be kept is told so', async () => {
    const { client } = await newAccount({ verified: false })
    const authors = Array.from({ length: writersAtMost }, (_, number) => `writer-${number}`)
    expect((await answerOf(await tell(client, { add: { authors } }))).authors).toEqual(authors)
    const refused = await tell(client, { add: { authors: ['one-more'] } })
    expect(refused.status).toBe(400)
    expect(apiErrorSchema.parse(await refused.json()).error.message).toContain(`${writersAtMost}`)
    expect((await toldBy(client)).authors).toEqual(authors)
  })

  it('is nobody else’s to read or to change', async () => {
    const guest = edgeClient()
    const refusals = [
      await guest.request(endpoints.preferences),
      await tell(guest, { goal: '1' }),
    ].map(errorOf)
    expect(await Promise.all(refusals)).toEqual([
      expect.objectContaining({ status: 401, code: 'signed_out' }),
      expect.objectContaining({ status: 401, code: 'signed_out' }),
    ])
    const { client } = await newAccount({ verified: false })
    for (const origin of ['https://evil.example', null]) {
      const response = await tell(client, { goal: '1' }, origin)
      expect(await errorOf(response)).toMatchObject({ status: 403, code: 'forbidden' })
    }
    expect((await toldBy(client)).goal).toBeNull()
  })

  it.each([
    '{',
    '[]',
    '{"goal":"2"}',
    '{"add":{"tags":["atlantis"]}}',
    '{"add":{"authors":["../etc"]}}',
    '{"welcome":{"finished":true}}',
    '{"emailVerified":true}',
  ])('takes no %s', async (body) => {
    const { client } = await newAccount({ verified: false })
    expect(await errorOf(await tell(client, body))).toMatchObject({ code: 'bad_request' })
  })
})

describe('The Weekly of an account', () => {
  it('comes at once to a verified address, until it is told not to', async () => {
    const { client, email, uid } = await newAccount({ verified: true })
    const told = await answerOf(
      await tell(client, { weekly: { wanted: true, leadsWith: 'topics' } }),
    )
    expect(told.weekly).toEqual({ wanted: true, leadsWith: 'topics' })
    const place = (await listed(email))!
    expect(place).toMatchObject({ email, state: 'confirmed', source: 'account', uid })
    expect(place.userAgent).toBe('A browser of the tests')
    expect(place.ip).toMatch(/^127\./)

    await tell(client, { weekly: { wanted: true } })
    expect(await listed(email)).toEqual(place)

    await tell(client, { weekly: { wanted: false } })
    expect((await listed(email))?.state).toBe('unsubscribed')
    expect((await toldBy(client)).weekly).toEqual({ wanted: false, leadsWith: 'topics' })
  })

  it('is known to a verified reader who asked for it without logging in, or left by its link', async () => {
    const { client, email } = await newAccount({ verified: true })
    await tell(client, { weekly: { wanted: true } })
    const path = await pathOf(email)
    const place = await listed(email)
    await firestore.commit([{ set: path, fields: { ...place, state: 'unsubscribed' } }])
    expect((await toldBy(client)).weekly.wanted).toBe(false)
    await firestore.commit([{ set: path, fields: { ...place, uid: null } }])
    expect((await toldBy(client)).weekly.wanted).toBe(true)
  })

  it('waits for an address that is not verified, and comes when it is', async () => {
    const { client, email, uid } = await newAccount({ verified: false })
    expect((await answerOf(await tell(client, { weekly: { wanted: true } }))).weekly.wanted).toBe(
      true,
    )
    expect(await listed(email)).toMatchObject({ state: 'pending', uid })
    await change(uid, { emailVerified: true })
    const later = await signIn(email)
    expect(await listed(email)).toMatchObject({ state: 'confirmed', uid })
    expect(await toldBy(later)).toMatchObject({
      weekly: { wanted: true },
      address: { verified: true },
    })
  })

  it('says nothing of who reads at an address that is not verified, and changes nothing for them', async () => {
    const { client, email } = await newAccount({ verified: false })
    const unknown = await toldBy(client)
    const place = newsletterReaderSchema.parse({
      email,
      state: 'confirmed',
      source: 'footer',
      consentedAt: new Date('2026-01-01'),
      ip: '',
      userAgent: '',
    })
    await firestore.commit([{ set: await pathOf(email), fields: place }])
    expect(await toldBy(client)).toEqual(unknown)
    for (const wanted of [true, false]) {
      const told = await answerOf(await tell(client, { weekly: { wanted } }))
      expect(told.weekly.wanted).toBe(wanted)
      expect(await listed(email)).toEqual(place)
    }
  })

  it('moves along with the account’s address', async () => {
    const { client, email, uid } = await newAccount({ verified: true })
    await tell(client, { weekly: { wanted: true } })
    const before = await listed(email)
    const next = newAddress()
    await askForAddress(client, email, next)
    await change(uid, { email: next, emailVerified: true })
    const later = await signIn(next)
    expect(await listed(email)).toBeNull()
    expect(await listed(next)).toEqual({ ...before, email: next })
    expect(await toldBy(later)).toMatchObject({
      weekly: { wanted: true },
      address: { email: next, verified: true },
    })
  })

  it('does not follow where it was not wanted, and takes nobody else along', async () => {
    const { email, uid } = await newAccount({ verified: false })
    const place = newsletterReaderSchema.parse({
      email,
      state: 'confirmed',
      source: 'footer',
      consentedAt: new Date('2026-01-01'),
      ip: '',
      userAgent: '',
    })
    await firestore.commit([{ set: await pathOf(email), fields: place }])
    const next = newAddress()
    await change(uid, { email: next, emailVerified: true })
    await signIn(next)
    expect(await listed(email)).toEqual(place)
    expect(await listed(next)).toBeNull()
  })
})
