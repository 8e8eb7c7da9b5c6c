import fc from 'fast-check'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { articleBodyPath } from '../../contracts/article-body.ts'
import { endpoints } from '../../contracts/endpoints.ts'
import {
  ask,
  beginAnew,
  bodyPath,
  closedHere,
  day,
  edge,
  html,
  keepStory,
  picture,
  slug,
  start,
  textOf,
  visit,
  world,
} from './worker-on-a-bench.ts'

beginAnew()

describe('a saved article', () => {
  beforeEach(keepStory)

  it('is there without a connection: page, closed part, pictures in whatever size', async () => {
    world.network = null
    expect(await textOf(visit(`/${slug}?source=saved`))).toBe('the saved page')
    expect(await textOf(ask(`${picture}/1920`))).toBe('an open picture')
    expect(await closedHere()).toEqual(['the closed part', 'a closed picture'])
  })

  it.each([503, 429])('is there while the answer is %i', async (status) => {
    world.network = () => new Response('{}', { status })
    expect(await closedHere()).toEqual(['the closed part', 'a closed picture'])
  })

  it('is closed after seven days without a visit', async () => {
    world.network = null
    vi.setSystemTime(Date.now() + 7 * day - 1)
    expect(await closedHere()).toEqual(['the closed part', 'a closed picture'])
    vi.setSystemTime(Date.now() + 1)
    expect(await closedHere()).toEqual([undefined, undefined])
    expect(await textOf(visit(`/${slug}`))).toBe('the saved page')
    // Nothing is left of it that a clock turned back would open.
    vi.setSystemTime(Date.now() - day)
    expect(await closedHere()).toEqual([undefined, undefined])
  })

  it.each([
    ['the closed part of an article', bodyPath],
    ['their standing', endpoints.subscription],
  ])('stays as long as the edge gives %s', async (_, path) => {
    for (let week = 0; week < 3; week++) {
      vi.setSystemTime(Date.now() + 6 * day)
      world.network = edge
      await ask(path)
    }
    world.network = null
    expect(await closedHere()).toEqual(['the closed part', 'a closed picture'])
  })

  it.each([
    ['the closed part of any article', articleBodyPath('another-story')],
    ['a standing without entitlement', endpoints.subscription],
  ])('is closed when the edge refuses: %s', async (_, path) => {
    world.isEntitled = false
    world.network = (asked, method) =>
      asked === articleBodyPath('another-story')
        ? Response.json({}, { status: 403 })
        : edge(asked, method)
    await ask(path)
    world.network = null
    expect(await closedHere()).toEqual([undefined, undefined])
    expect(await textOf(visit(`/${slug}`))).toBe('the saved page')
  })

  it('stays where the service worker looks for it while it is being put there', async () => {
    await start()
    const { dated, keyFor, openLeased } = await import('./device-caches.ts')
    // As a page does it (kept-articles.ts), with a request in each gap.
    await ask(bodyPath)
    const closed = await openLeased()
    await ask(bodyPath)
    await closed.put(keyFor(slug, bodyPath), dated(html('the closed part')))
    await ask(bodyPath)
    world.network = null
    expect((await closedHere())[0]).toBe('the closed part')
  })

  it('does not go with a cache that has been opened and has no lease yet', async () => {
    await start()
    const opened = await caches.open('closed')
    await ask(bodyPath)
    expect(await caches.open('closed')).toBe(opened)
  })

  it.each([endpoints.session, endpoints.sessions, endpoints.account])(
    'goes with whoever signs out by DELETE %s, and with it what was seen',
    async (path) => {
      await visit('/latest')
      await ask(path, { method: 'DELETE' })
      world.network = null
      expect(await closedHere()).toEqual([undefined, undefined])
      expect(await textOf(visit(`/${slug}`))).toBeUndefined()
      expect(await textOf(visit('/latest'))).toBeUndefined()
    },
  )

  it('goes even where signing out does not succeed, and where it comes in between', async () => {
    world.network = null
    await textOf(ask(endpoints.session, { method: 'DELETE' }))
    expect(await closedHere()).toEqual([undefined, undefined])
    world.network = edge
    // Another tab is putting it there while this one signs out.
    const { fetch: before } = globalThis
    vi.stubGlobal('fetch', async (request: Request) => {
      await keepStory()
      return before(request)
    })
    await ask(endpoints.session, { method: 'DELETE' })
    vi.stubGlobal('fetch', before)
    world.network = null
    expect(await closedHere()).toEqual([undefined, undefined])
  })

  it('becomes what the edge gives now, and goes when it gives nothing', async () => {
    world.network = () => html('corrected')
    await ask(bodyPath)
    world.network = null
    expect(await textOf(ask(bodyPath))).toBe('corrected')
    world.network = () => Response.json({}, { status: 410 })
    await ask(bodyPath)
    world.network = null
    expect(await closedHere()).toEqual([undefined, undefined])
  })
})

describe('whatever happens, in whatever order', () => {
  const hours = fc.integer({ min: 1, max: 200 }).map((count) => count * 60 * 60 * 1000)
  const happening = fc.oneof(
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

  it('closed text is given to nobody whom the edge has not called entitled for seven days', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(happening, { minLength: 10, maxLength: 40 }),
        async (happenings) => {
          await start()
          /** When the edge last said so; null after it has said otherwise, or they have left. */
          let confirmed: number | null = null
          const said = () => {
            confirmed = world.isSignedIn && world.isEntitled ? Date.now() : null
          }
          for (const what of happenings) {
            if (typeof what === 'number') vi.setSystemTime(Date.now() + what)
            if (what === 'connect') world.network = edge
            if (what === 'disconnect') world.network = null
            if (what === 'lapse') world.isEntitled = false
            if (what === 'subscribe') world.isEntitled = true
            if (what === 'keep' && world.network && world.isSignedIn && world.isEntitled) {
              await keepStory()
              said()
            }
            if (what === 'sign in' && world.network) {
              await ask(endpoints.session, { method: 'POST' })
              said()
            }
            if (what === 'sign out') {
              await textOf(ask(endpoints.session, { method: 'DELETE' }))
              confirmed = null
            }
            if (what === 'read' || what === 'look') {
              await textOf(ask(what === 'read' ? bodyPath : endpoints.subscription))
              if (world.network) said()
            }
            const connection: typeof world.network = world.network
            world.network = null
            const given = await closedHere()
            world.network = connection
            const mayBe = confirmed !== null && Date.now() - confirmed < 7 * day
            if (!mayBe) expect(given).toEqual([undefined, undefined])
          }
        },
      ),
      { numRuns: 80 },
    )
  })
})
