import fc from 'fast-check'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { getEndpointPath } from '../../contracts/endpoints/endpoint-path.ts'
import { day } from '../../domain/duration.ts'
import {
  bodyPath,
  cacheSavedArticle,
  harness,
  htmlResponse,
  imagePath,
  otherBodyPath,
  readCachedBody,
  readTextIfOk,
  respondAsEdge,
  sendRequest,
  sessionPath,
  setUpServiceWorkerTests,
  slug,
  startServiceWorker,
  subscriptionPath,
  visitPage,
} from './testing/service-worker-harness.ts'

setUpServiceWorkerTests()

describe('a saved article', () => {
  beforeEach(cacheSavedArticle)

  it('opens offline: page, closed part, images in any size', async () => {
    harness.network = null
    expect(await readTextIfOk(visitPage(`/${slug}?source=saved`))).toBe('the saved page')
    expect(await readTextIfOk(sendRequest(`${imagePath}/1920`))).toBe('an open picture')
    expect(await readCachedBody()).toEqual(['the closed part', 'a closed picture'])
  })

  it.each([503, 429])('opens when the server answers %i', async (status) => {
    harness.network = () => new Response('{}', { status })
    expect(await readCachedBody()).toEqual(['the closed part', 'a closed picture'])
  })

  it('is closed after seven days without a visit', async () => {
    harness.network = null
    vi.setSystemTime(Date.now() + 7 * day - 1)
    expect(await readCachedBody()).toEqual(['the closed part', 'a closed picture'])
    vi.setSystemTime(Date.now() + 1)
    expect(await readCachedBody()).toEqual([undefined, undefined])
    expect(await readTextIfOk(visitPage(`/${slug}`))).toBe('the saved page')
    // A clock that is set back must not open anything again.
    vi.setSystemTime(Date.now() - day)
    expect(await readCachedBody()).toEqual([undefined, undefined])
  })

  it.each([
    ['the closed part of an article', bodyPath],
    ['their subscription status', subscriptionPath],
  ])('stays open while the Worker responds with %s', async (_, path) => {
    for (let week = 0; week < 3; week++) {
      vi.setSystemTime(Date.now() + 6 * day)
      harness.network = respondAsEdge
      await sendRequest(path)
    }
    harness.network = null
    expect(await readCachedBody()).toEqual(['the closed part', 'a closed picture'])
  })

  it('isn’t kept open, or replaced, by an article that only a pass has opened', async () => {
    const { bodyAccessHeader, openedByPass } = await import(
      '../../contracts/endpoints/body-access-header.ts'
    )
    vi.setSystemTime(Date.now() + 6 * day)
    harness.network = () => htmlResponse('a given part', { [bodyAccessHeader]: openedByPass })
    await sendRequest(bodyPath)
    await sendRequest(otherBodyPath)
    harness.network = null
    expect(await readCachedBody()).toEqual(['the closed part', 'a closed picture'])
    vi.setSystemTime(Date.now() + 2 * day)
    expect(await readCachedBody()).toEqual([undefined, undefined])
  })

  it.each([
    ['the closed part of any article', otherBodyPath],
    ['a status without entitlement', subscriptionPath],
  ])('is closed when the Worker refuses: %s', async (_, path) => {
    harness.isEntitled = false
    harness.network = (asked, method) =>
      asked === otherBodyPath ? Response.json({}, { status: 403 }) : respondAsEdge(asked, method)
    await sendRequest(path)
    harness.network = null
    expect(await readCachedBody()).toEqual([undefined, undefined])
    expect(await readTextIfOk(visitPage(`/${slug}`))).toBe('the saved page')
  })

  it('stays if the service worker checks while it is being stored', async () => {
    await startServiceWorker()
    const { toCachedResponse, openBodiesWithLease } = await import('./device-caches.ts')
    const { cacheKey } = await import('./reader-caches.ts')
    // Does the same as a page (article-cache.ts), with a request after each step.
    await sendRequest(bodyPath)
    const bodyCache = await openBodiesWithLease()
    await sendRequest(bodyPath)
    await bodyCache.put(cacheKey(slug, bodyPath), toCachedResponse(htmlResponse('the closed part')))
    await sendRequest(bodyPath)
    harness.network = null
    expect((await readCachedBody())[0]).toBe('the closed part')
  })

  it('stays if its cache is open and has no lease yet', async () => {
    await startServiceWorker()
    const openedCache = await caches.open('bodies')
    await sendRequest(bodyPath)
    expect(await caches.open('bodies')).toBe(openedCache)
  })

  it.each([
    sessionPath,
    getEndpointPath('DELETE /api/sessions'),
    getEndpointPath('GET /api/account'),
  ])('is deleted with all seen pages on sign-out with DELETE %s', async (path) => {
    await visitPage('/latest')
    await sendRequest(path, { method: 'DELETE' })
    harness.network = null
    expect(await readCachedBody()).toEqual([undefined, undefined])
    expect(await readTextIfOk(visitPage(`/${slug}`))).toBeUndefined()
    expect(await readTextIfOk(visitPage('/latest'))).toBeUndefined()
  })

  it('is deleted if signing out fails, and if it is stored at the same time', async () => {
    harness.network = null
    await readTextIfOk(sendRequest(sessionPath, { method: 'DELETE' }))
    expect(await readCachedBody()).toEqual([undefined, undefined])
    harness.network = respondAsEdge
    // Another tab stores an article while this one signs out.
    const { fetch: originalFetch } = globalThis
    vi.stubGlobal('fetch', async (request: Request) => {
      await cacheSavedArticle()
      return originalFetch(request)
    })
    await sendRequest(sessionPath, { method: 'DELETE' })
    vi.stubGlobal('fetch', originalFetch)
    harness.network = null
    expect(await readCachedBody()).toEqual([undefined, undefined])
  })

  it('is updated by the Worker’s response, and deleted by an empty response', async () => {
    harness.network = () => htmlResponse('corrected')
    await sendRequest(bodyPath)
    harness.network = null
    expect(await readTextIfOk(sendRequest(bodyPath))).toBe('corrected')
    harness.network = () => Response.json({}, { status: 410 })
    await sendRequest(bodyPath)
    harness.network = null
    expect(await readCachedBody()).toEqual([undefined, undefined])
  })
})

describe('in any order of events', () => {
  const hours = fc.integer({ min: 1, max: 200 }).map((count) => count * 60 * 60 * 1000)
  const step = fc.oneof(
    {
      weight: 8,
      arbitrary: fc.constantFrom(
        'keep',
        'read',
        'look',
        'sign out',
        'sign in',
        'lapse',
        'subscribe',
      ),
    },
    { weight: 2, arbitrary: fc.constantFrom('connect', 'disconnect') },
    { weight: 2, arbitrary: hours },
  )

  it('closed text is only served within seven days of the Worker’s confirmation', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (happenings) => {
        await startServiceWorker()
        let confirmed: number | null = null
        const entitledResponse = () => {
          confirmed = harness.isSignedIn && harness.isEntitled ? Date.now() : null
        }
        for (const what of happenings) {
          if (typeof what === 'number') vi.setSystemTime(Date.now() + what)
          if (what === 'connect') harness.network = respondAsEdge
          if (what === 'disconnect') harness.network = null
          if (what === 'lapse') harness.isEntitled = false
          if (what === 'subscribe') harness.isEntitled = true
          if (what === 'keep' && harness.network && harness.isSignedIn && harness.isEntitled) {
            await cacheSavedArticle()
            entitledResponse()
          }
          if (what === 'sign in' && harness.network) {
            await sendRequest(sessionPath, { method: 'POST' })
            entitledResponse()
          }
          if (what === 'sign out') {
            await readTextIfOk(sendRequest(sessionPath, { method: 'DELETE' }))
            confirmed = null
          }
          if (what === 'read' || what === 'look') {
            await readTextIfOk(sendRequest(what === 'read' ? bodyPath : subscriptionPath))
            if (harness.network) entitledResponse()
          }
          const connection: typeof harness.network = harness.network
          harness.network = null
          const readable = await readCachedBody()
          harness.network = connection
          const isReadable = confirmed !== null && Date.now() - confirmed < 7 * day
          if (!isReadable) expect(readable).toEqual([undefined, undefined])
        }
      }),
      { numRuns: 80 },
    )
  })
})
