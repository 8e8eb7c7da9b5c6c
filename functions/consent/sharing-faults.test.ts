/** A third party gets events, and the browser stores an id for it, only if the reader agrees. */
import { beforeEach, describe, expect, it } from 'vitest'
import { CollectorHarness, maxNewVisitors } from '../statistics/testing/collector-harness.ts'
import { WorkerHarness } from '../testing/worker-harness.ts'

let harness: CollectorHarness
let browser: WorkerHarness['browser']
beforeEach(() => {
  harness = new CollectorHarness()
  browser = harness.worker.browser
})

type Circumstances = {
  readonly country?: string
  readonly headers?: Readonly<Record<string, string>>
}
const inFrance = { country: 'FR' }

const send = (
  method: string,
  path: string,
  body: object | null,
  { country = 'NP', headers = {} }: Circumstances,
) => browser.send(method, path, body, headers, country)

const collect = (circumstances: Circumstances, timestamp = harness.now, visitor?: string) => {
  const event = harness.createEvent('Category Navbar Used', { category_clicked: 'food' })
  const batch = [{ ...event, timestamp: timestamp.toISOString() }]
  const body = { sentAt: harness.now.toISOString(), batch, visitor }
  return send('POST', '/api/collect', body, circumstances)
}
const answer = async (isGranted: boolean, circumstances: Circumstances) =>
  (await send('PUT', '/api/consent', { isGranted }, circumstances)).json()
const readSharing = async (circumstances: Circumstances) =>
  (await send('GET', '/api/consent', null, circumstances)).json()

const listCookies = () =>
  [...browser.cookies].filter(([name]) => !['country', 'visits'].includes(name))
const nameCookies = () => listCookies().map(([name]) => name)

describe('the third party', () => {
  it('gets all events of one browser under one id if no consent is needed', async () => {
    for (let batch = 0; batch < 3; batch++) expect((await collect({})).status).toBe(202)
    expect(harness.sharedEvents).toHaveLength(3)
    expect(new Set(harness.sharedEvents.map(({ anonymousId }) => anonymousId))).toEqual(
      new Set([browser.cookies.get('__Host-anonymous-id')!.split('.')[0]]),
    )
    expect(nameCookies()).toEqual(['__Host-anonymous-id'])
  })

  it('gets overlapping batches under one stable id', async () => {
    const visitor = crypto.randomUUID()
    await Promise.all([1, 2].map(() => collect({}, harness.now, visitor)))
    await collect({}, harness.now, crypto.randomUUID())
    expect(harness.sharedEvents.map(({ anonymousId }) => anonymousId)).toEqual(
      Array.from({ length: 3 }, () => visitor),
    )
  })

  it.each([
    ['in a country that requires consent', inFrance],
    ['in an unknown country', { country: 'XX' }],
    ['with a forged answer', { ...inFrance, headers: { Cookie: 'consent=1.maybe.1' } }],
  ])('gets nothing %s, and the page is told to ask for consent', async (_, circumstances) => {
    expect((await collect(circumstances)).status).toBe(202)
    expect(harness.sharedEvents).toEqual([])
    expect(listCookies()).toEqual([['consent', 'ask']])
  })

  it.each([
    ['Global Privacy Control', { 'Sec-GPC': '1' }],
    ['Do Not Track', { DNT: '1' }],
  ])('gets no events of a reader with %s, and the reader isn’t asked', async (_, headers) => {
    await collect({ headers })
    await collect({ ...inFrance, headers })
    expect(await answer(true, { ...inFrance, headers })).toMatchObject({ sharing: 'forbidden' })
    browser.cookies.set('consent', `1.granted.${harness.now.getTime() / 1000 - 3600}`)
    await collect({ ...inFrance, headers })
    expect(harness.sharedEvents).toEqual([])
    expect(nameCookies()).toEqual(['consent'])
  })

  it('gets only the events after the reader agrees', async () => {
    await collect(inFrance)
    expect(await answer(true, inFrance)).toEqual({
      sharing: 'allowed',
      answeredAt: harness.now.toISOString(),
    })
    expect(browser.cookies.get('consent')).toBe(`1.granted.${harness.now.getTime() / 1000}`)
    await collect(inFrance, new Date(harness.now.getTime() - 5000))
    expect(harness.sharedEvents).toEqual([])
    await collect(inFrance)
    expect(harness.sharedEvents).toHaveLength(1)
  })

  it('gets no events after a refusal, and the refusal removes the id', async () => {
    await collect({})
    expect(await answer(false, {})).toMatchObject({ sharing: 'refused' })
    await collect({})
    await collect(inFrance)
    expect(harness.sharedEvents).toHaveLength(1)
    expect(nameCookies()).toEqual(['consent'])
    expect(await readSharing({})).toEqual({
      sharing: 'refused',
      answeredAt: harness.now.toISOString(),
    })
  })

  it('isn’t mentioned if the site has none', async () => {
    const worker = new WorkerHarness({ services: { eventReceiver: null } })
    browser = worker.browser
    browser.cookies.set('consent', 'ask')
    browser.cookies.set('__Host-anonymous-id', crypto.randomUUID())
    await collect(inFrance)
    expect(listCookies()).toEqual([])
    expect(await readSharing({})).toEqual({ sharing: 'off', answeredAt: null })
    expect(await answer(true, {})).toEqual({ sharing: 'off', answeredAt: null })
    expect(listCookies()).toEqual([])
  })

  it('gets no id that a page made up', async () => {
    browser.cookies.set('__Host-anonymous-id', 'someone@example.com')
    await collect({})
    expect(harness.sharedEvents[0]!.anonymousId).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('gets the id that a browser already has from an earlier release', async () => {
    const id = crypto.randomUUID()
    browser.cookies.set('__Host-anonymous-id', id)
    await collect({})
    await collect({})
    expect(harness.sharedEvents.map(({ anonymousId }) => anonymousId)).toEqual([id, id])
  })

  it.each([
    ['without cookies', () => {}],
    [
      'with ids of their own',
      () => browser.cookies.set('__Host-anonymous-id', crypto.randomUUID()),
    ],
  ])('gets a limited number of new visitors a day from one network, %s', async (_, prepare) => {
    await collect({})
    const known = browser.cookies.get('__Host-anonymous-id')!
    const count = maxNewVisitors
    for (let visitor = 1; visitor < count + 20; visitor++) {
      browser.cookies.clear()
      prepare()
      const address = `203.0.113.${visitor % 256}`
      await collect({ headers: { 'CF-Connecting-IP': address } })
    }
    const { size } = new Set(harness.sharedEvents.map(({ anonymousId }) => anonymousId))
    expect(size).toBe(count + 1)
    browser.cookies.set('__Host-anonymous-id', known)
    await collect({ headers: { 'CF-Connecting-IP': '203.0.113.1' } })
    expect(harness.sharedEvents).toHaveLength(count + 2)
  })
})
