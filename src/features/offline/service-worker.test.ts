import { describe, expect, it, vi } from 'vitest'
import { articleBodyPath } from '../../contracts/article-body.ts'
import { endpoints } from '../../contracts/endpoints.ts'
import { offlinePath } from '../../contracts/offline.ts'
import {
  ask,
  beginAnew,
  bodyPath,
  edge,
  html,
  keepStory,
  picture,
  run,
  slug,
  tell,
  textOf,
  visit,
  world,
} from './worker-on-a-bench.ts'

beginAnew()

describe('pages', () => {
  it('come from the network, and without one as they were last seen, whatever was asked of them', async () => {
    await visit('/latest?source=header')
    world.network = () => html('changed')
    expect(await textOf(visit('/latest'))).toBe('changed')
    world.network = null
    expect(await textOf(visit('/latest?source=menu'))).toBe('changed')
  })

  it('that nobody has seen are the offline page, with what it needs', async () => {
    world.network = (path, method) =>
      path === offlinePath
        ? html('<script src="/_astro/page.A.js"></script>no connection')
        : path === '/_astro/page.A.js'
          ? new Response('import"./more.B.js"')
          : edge(path, method)
    await run('install')
    world.network = null
    expect(await textOf(visit('/about'))).toContain('no connection')
    expect(await textOf(ask('/_astro/page.A.js'))).toContain('more.B.js')
    expect(await textOf(ask('/_astro/more.B.js'))).toBe('')
  })

  it('are not kept where they are not to be, nor where they say that something is wrong', async () => {
    const answers = [
      () => html('made for one reader', { 'Cache-Control': 'no-store' }),
      () => new Response('not there', { status: 404, headers: { 'Content-Type': 'text/html' } }),
      () => Response.json({ no: 'document' }),
    ]
    for (const answer of answers) {
      world.network = answer
      await visit('/somewhere')
      world.network = null
      expect(await textOf(visit('/somewhere'))).toBeUndefined()
    }
  })

  it('that are gone are gone here, a saved article with all that is its', async () => {
    await keepStory()
    await visit(`/${slug}`)
    world.network = () => new Response('withdrawn', { status: 404 })
    await visit(`/${slug}`)
    world.network = null
    expect(await textOf(visit(`/${slug}`))).toBeUndefined()
    expect(await textOf(ask(`${picture}/640`))).toBeUndefined()
  })

  it('are those that were seen last, and not without end', async () => {
    for (let page = 1; page <= 60; page++) await visit(`/latest/${page}`)
    world.network = null
    expect(await textOf(visit('/latest/10'))).toBeUndefined()
    expect(await textOf(visit('/latest/11'))).toBeDefined()
  })

  it('that the site itself cannot give are given as they were seen', async () => {
    await visit('/latest')
    world.network = () => new Response('our fault', { status: 503 })
    expect(await textOf(visit('/latest'))).toBe('the page of /latest')
    expect((await visit('/about')).status).toBe(503)
  })

  it('that the reader has asked for too often are given as they were seen, and not asked for again', async () => {
    await visit('/latest')
    world.network = () => new Response('{}', { status: 429 })
    world.asked = []
    expect(await textOf(visit('/latest'))).toBe('the page of /latest')
    expect((await visit('/about')).status).toBe(429)
    expect(world.asked).toEqual(['/latest', '/about'])
  })
})

describe('a connection that hardly is one', () => {
  /** Answers when it is told to. */
  function slowly() {
    let answer: (response: Response) => void = () => {}
    const coming = new Promise<Response>((resolve) => {
      answer = resolve
    })
    vi.stubGlobal('fetch', () => coming)
    return { answer }
  }

  it('is given eight seconds where something lies here, and is heard though it comes late', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout'], now: Date.now() })
    await visit('/latest')
    const before = fetch
    const { answer } = slowly()
    const given = visit('/latest').then((response) => response.text())
    await vi.advanceTimersByTimeAsync(8000)
    answer(html('what came late'))
    expect(await given).toBe('the page of /latest')
    vi.stubGlobal('fetch', before)
    world.network = null
    expect(await textOf(visit('/latest'))).toBe('what came late')
  })

  it('is waited for where nothing does', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout'], now: Date.now() })
    const { answer } = slowly()
    const given = visit('/latest').then((response) => response.text())
    await vi.advanceTimersByTimeAsync(60_000)
    answer(html('what came late'))
    expect(await given).toBe('what came late')
  })
})

describe('files named by their content', () => {
  it('are asked for once', async () => {
    await ask('/_astro/page.A.js')
    await ask('/_astro/page.A.js')
    expect(world.asked).toEqual(['/_astro/page.A.js'])
  })

  it('of earlier versions go when a new one takes over, but not what pages here still need', async () => {
    world.network = (path) =>
      path.startsWith('/_astro/')
        ? new Response('a script')
        : html(`<script src="/_astro/needed.A.js"></script>`)
    await visit('/latest')
    await ask('/_astro/needed.A.js')
    await ask('/_astro/earlier.B.js')
    await run('activate')
    world.network = null
    expect(await textOf(ask('/_astro/needed.A.js'))).toBe('a script')
    expect(await textOf(ask('/_astro/earlier.B.js'))).toBeUndefined()
  })
})

it('turns off the navigation preload of earlier versions, with which Firefox shows no page offline', async () => {
  await run('activate')
  expect(world.isPreloading).toBe(false)
})

it('a guest leaves nothing here that only a reader can have brought', async () => {
  const { isAnybodysHere } = await import('./device-caches.ts')
  await visit('/latest')
  await visit(`/${slug}`)
  await ask(bodyPath)
  expect(await isAnybodysHere()).toBe(false)
  await keepStory()
  expect(await isAnybodysHere()).toBe(true)
})

it('nothing of the API is kept beside', async () => {
  await ask('/api/user')
  await ask(endpoints.subscription)
  await ask(articleBodyPath('never-saved'))
  world.network = null
  for (const path of ['/api/user', endpoints.subscription, articleBodyPath('never-saved')]) {
    expect(await textOf(ask(path))).toBeUndefined()
  }
})

it('says of which code it is, and waits until it is asked to take over', async () => {
  const answers: unknown[] = []
  const skipWaiting = vi.fn(async () => {})
  vi.stubGlobal('skipWaiting', skipWaiting)
  const say = (data: unknown) =>
    tell(data, [{ postMessage: (said: unknown) => answers.push(said) }])
  say('version')
  expect([answers, skipWaiting.mock.calls.length]).toEqual([['mine'], 0])
  say('take over')
  expect(skipWaiting).toHaveBeenCalledOnce()
})
