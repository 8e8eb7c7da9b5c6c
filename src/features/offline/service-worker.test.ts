import { describe, expect, it, vi } from 'vitest'
import { offlinePath } from './service-worker-scope.ts'
import {
  bodyPath,
  cacheSavedArticle,
  dispatchLifecycle,
  harness,
  htmlResponse,
  imagePath,
  origin,
  otherBodyPath,
  readTextIfOk,
  respondAsEdge,
  sendMessage,
  sendRequest,
  setUpServiceWorkerTests,
  slug,
  subscriptionPath,
  visitPage,
} from './testing/service-worker-harness.ts'

setUpServiceWorkerTests()

describe('pages', () => {
  it('are served from the network, or offline from the cache, whatever their query', async () => {
    await visitPage('/latest?source=header')
    harness.network = () => htmlResponse('changed')
    expect(await readTextIfOk(visitPage('/latest'))).toBe('changed')
    harness.network = null
    expect(await readTextIfOk(visitPage('/latest?source=menu'))).toBe('changed')
  })

  it('are replaced by the offline page if they were never seen', async () => {
    harness.network = (path, method) =>
      path === offlinePath
        ? htmlResponse('<script src="/_astro/page.A.js"></script>no connection')
        : path === '/_astro/page.A.js'
          ? new Response('import"./more.B.js"')
          : respondAsEdge(path, method)
    await dispatchLifecycle('install')
    harness.network = null
    expect(await readTextIfOk(visitPage('/about'))).toContain('no connection')
    expect(await readTextIfOk(sendRequest('/_astro/page.A.js'))).toContain('more.B.js')
    expect(await readTextIfOk(sendRequest('/_astro/more.B.js'))).toBe('')
  })

  it('get the whole font if their cut font doesn’t exist yet', async () => {
    const source = (name: string) => `url(/${name}.woff2) format("woff2")`
    const rules = ['1/a.A.1', '1/b.B.2'].map((cut, index) => {
      return `src:${source(`_fonts/${cut}`)},${source(`_astro/${'ab'[index]}.${'AB'[index]}`)}`
    })
    harness.network = (path, method) => {
      if (path === offlinePath) return htmlResponse(`<style>${rules.join(';')}</style>`)
      if (path === '/_fonts/1/b.B.2.woff2') return new Response(null, { status: 404 })
      return respondAsEdge(path.replace('_fonts', '_astro'), method)
    }
    await dispatchLifecycle('install')
    harness.network = null
    const paths = ['/_fonts/1/a.A.1', '/_astro/a.A', '/_fonts/1/b.B.2', '/_astro/b.B']
    const cached = await Promise.all(
      paths.map(async (path) => readTextIfOk(sendRequest(`${path}.woff2`))),
    )
    expect(cached).toEqual(['', undefined, undefined, ''])
  })

  it.each([`/${slug.toUpperCase()}?a=b`, `/${slug}/?a=b`])(
    'are found offline at other spellings, such as %s',
    async (path) => {
      await cacheSavedArticle()
      harness.network = null
      const { status, headers } = await visitPage(path)
      expect([status, headers.get('Location')]).toEqual([302, `${origin}/${slug}?a=b`])
    },
  )

  it('are found offline at former addresses that were visited', async () => {
    const properties = (values: Partial<Response>) =>
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]))
    const redirect: Response = Object.defineProperties(
      new Response(null),
      properties({ type: 'opaqueredirect', ok: false, clone: () => redirect }),
    )
    const url = `${origin}/${slug}`
    const target = Object.defineProperties(
      new Response(null),
      properties({ redirected: true, url }),
    )
    harness.network = (_, method) => (method === 'HEAD' ? target : redirect)
    await visitPage('/former')
    await visitPage('/tag/former')
    harness.network = null
    const { status, headers } = await visitPage('/former?a=b')
    expect([status, headers.get('Location')]).toEqual([301, url])
    expect((await visitPage('/tag/former')).type).toBe('error')
  })

  it('aren’t cached if they are personal, uncacheable or errors', async () => {
    const uncacheableResponses = [
      () => htmlResponse('made for one reader', { 'Cache-Control': 'no-store' }),
      () => new Response('not there', { status: 404, headers: { 'Content-Type': 'text/html' } }),
      () => Response.json({ no: 'document' }),
    ]
    for (const answer of uncacheableResponses) {
      harness.network = answer
      await visitPage('/somewhere')
      harness.network = null
      expect(await readTextIfOk(visitPage('/somewhere'))).toBeUndefined()
    }
  })

  it('are deleted once the site has removed them, and a saved article with all its files', async () => {
    await cacheSavedArticle()
    await visitPage(`/${slug}`)
    harness.network = () => new Response('withdrawn', { status: 404 })
    await visitPage(`/${slug}`)
    harness.network = null
    expect(await readTextIfOk(visitPage(`/${slug}`))).toBeUndefined()
    expect(await readTextIfOk(sendRequest(`${imagePath}/640`))).toBeUndefined()
  })

  it('are cached up to a limit, which keeps the most recent pages', async () => {
    for (let page = 1; page <= 60; page++) await visitPage(`/latest/${page}`)
    harness.network = null
    expect(await readTextIfOk(visitPage('/latest/10'))).toBeUndefined()
    expect(await readTextIfOk(visitPage('/latest/11'))).toBe('the page of /latest/11')
  })

  it('are served from the cache if the site fails', async () => {
    await visitPage('/latest')
    harness.network = () => new Response('our fault', { status: 503 })
    expect(await readTextIfOk(visitPage('/latest'))).toBe('the page of /latest')
    expect((await visitPage('/about')).status).toBe(503)
  })

  it('are served from the cache after a 429, without further requests', async () => {
    await visitPage('/latest')
    harness.network = () => new Response('{}', { status: 429 })
    harness.requestedPaths = []
    expect(await readTextIfOk(visitPage('/latest'))).toBe('the page of /latest')
    expect((await visitPage('/about')).status).toBe(429)
    expect(harness.requestedPaths).toEqual(['/latest', '/about'])
  })
})

describe('a bad connection', () => {
  function startSlowNetwork() {
    let answer: (response: Response) => void = () => {}
    const pendingResponse = new Promise<Response>((resolve) => {
      answer = resolve
    })
    vi.stubGlobal('fetch', () => pendingResponse)
    return { answer }
  }

  it('gets eight seconds if there is a copy, and a late response is cached', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout'], now: Date.now() })
    await visitPage('/latest')
    const before = fetch
    const { answer } = startSlowNetwork()
    const visited = visitPage('/latest').then((response) => response.text())
    await vi.advanceTimersByTimeAsync(8000)
    answer(htmlResponse('what came late'))
    expect(await visited).toBe('the page of /latest')
    vi.stubGlobal('fetch', before)
    harness.network = null
    expect(await readTextIfOk(visitPage('/latest'))).toBe('what came late')
  })

  it('is waited for without a copy', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout'], now: Date.now() })
    const { answer } = startSlowNetwork()
    const visited = visitPage('/latest').then((response) => response.text())
    await vi.advanceTimersByTimeAsync(60_000)
    answer(htmlResponse('what came late'))
    expect(await visited).toBe('what came late')
  })
})

describe('files with content hashes', () => {
  it('are requested only once', async () => {
    await sendRequest('/_astro/page.A.js')
    await sendRequest('/_astro/page.A.js')
    expect(harness.requestedPaths).toEqual(['/_astro/page.A.js'])
  })

  it('are deleted if they’re from earlier versions, unless a cached page needs them', async () => {
    harness.network = (path) =>
      path.startsWith('/_astro/')
        ? new Response('a script')
        : htmlResponse(`<script src="/_astro/needed.A.js"></script>`)
    await visitPage('/latest')
    await sendRequest('/_astro/needed.A.js')
    await sendRequest('/_astro/earlier.B.js')
    await dispatchLifecycle('activate')
    harness.network = null
    expect(await readTextIfOk(sendRequest('/_astro/needed.A.js'))).toBe('a script')
    expect(await readTextIfOk(sendRequest('/_astro/earlier.B.js'))).toBeUndefined()
  })
})

it('navigation preload, with which Firefox fails offline, is turned off', async () => {
  await dispatchLifecycle('activate')
  expect(harness.isPreloading).toBe(false)
})

it('a reader’s data is deleted when the reader is a guest', async () => {
  const { hasReaderData } = await import('./reader-caches.ts')
  await visitPage('/latest')
  await visitPage(`/${slug}`)
  await sendRequest(bodyPath)
  expect(await hasReaderData()).toBe(false)
  await cacheSavedArticle()
  expect(await hasReaderData()).toBe(true)
})

it('API responses aren’t cached, apart from those for saved articles', async () => {
  await sendRequest('/api/user')
  await sendRequest(subscriptionPath)
  await sendRequest(otherBodyPath)
  harness.network = null
  for (const path of ['/api/user', subscriptionPath, otherBodyPath]) {
    expect(await readTextIfOk(sendRequest(path))).toBeUndefined()
  }
})

it('the service worker reports its version, and waits until it is asked to take over', async () => {
  const uncacheableResponses: unknown[] = []
  const skipWaiting = vi.fn(async () => {})
  vi.stubGlobal('skipWaiting', skipWaiting)
  const messageWorker = (data: unknown) =>
    sendMessage(data, [{ postMessage: (said: unknown) => uncacheableResponses.push(said) }])
  messageWorker('version')
  expect([uncacheableResponses, skipWaiting.mock.calls.length]).toEqual([['mine'], 0])
  messageWorker('skip waiting')
  expect(skipWaiting).toHaveBeenCalledOnce()
})
