/** Reading without a connection, and what may lie on a device for it. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { ownReader, stack } from '../../functions/edge-client.ts'
import { connectFirestore } from '../../scripts/site/firestore.ts'
import { test } from './journey.ts'
import { open, samples, signIn, takeCookies } from './readers.ts'

test.use({ serviceWorkers: 'allow' })

const { slug, title } = samples.metered
const rest = (page: Page) => page.locator('[data-rest]')
const noConnection = (page: Page) => page.getByRole('heading', { name: 'There is no connection.' })

/** Opens a page by the service worker's hand. */
async function openInCharge(page: Page, path: string) {
  await open(page, path)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

/** As the device knows it once the server has the reader's saved articles. */
async function save(page: Page, ...slugs: string[]) {
  // The server's list, which is empty, would replace it.
  await page.waitForFunction(() => Number(localStorage.getItem('saved.at')) > 0)
  await page.evaluate((saved) => {
    localStorage.setItem('saved', JSON.stringify(saved))
    dispatchEvent(new Event('saved-changed'))
  }, slugs)
}

/** Which parts of the article lie on the device: its page, which comes last of all, and what is closed. */
function lying(page: Page): Promise<string[]> {
  return page.evaluate(async (article) => {
    const found: string[] = []
    for (const [name, end] of [
      ['kept', `/${article}?for=${article}`],
      ['closed', `?for=${article}`],
    ] as const) {
      if (!(await caches.has(name))) continue
      const keys = await (await caches.open(name)).keys()
      if (keys.some(({ url }) => url.endsWith(end))) found.push(name)
    }
    return found
  }, slug)
}

/** Those that the service worker would fetch as well. */
const noPictures = (context: BrowserContext) =>
  context.route('**/images/**', (route) => route.abort())

async function subscriberWithSaved(context: BrowserContext, page: Page) {
  const reader = await ownReader({}, { isSubscribed: true })
  await takeCookies(context, reader.cookies, stack.siteUrl)
  await openInCharge(page, '/about')
  await save(page, slug)
  await expect.poll(() => lying(page)).toEqual(['kept', 'closed'])
  return reader
}

test.describe('a guest', () => {
  test.beforeEach(({ context }) => noPictures(context))

  test('without a connection finds what was seen, and else is told so', async ({
    page,
    context,
  }) => {
    await openInCharge(page, '/about')
    await open(page, '/latest')
    await open(page, '/about')
    await page.waitForLoadState()
    await context.setOffline(true)
    await open(page, '/latest?source=menu')
    await expect(page.getByRole('heading', { level: 1, name: /Latest/ })).toBeVisible()
    await open(page, '/ethics')
    await expect(noConnection(page)).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(noConnection(page)).toBeVisible()
    // It comes by itself when it can.
    await context.setOffline(false)
    await expect(noConnection(page)).toBeHidden()
    await expect(page).toHaveURL('/ethics')
  })

  test('can install the publication', async ({ page, context }) => {
    await openInCharge(page, '/')
    const devtools = await context.newCDPSession(page)
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
    const reasons = installabilityErrors.map(({ errorId }) => errorId)
    // The window of a test keeps nothing.
    expect(reasons.filter((reason) => reason !== 'in-incognito')).toEqual([])
  })
})

test.describe('a saved article', () => {
  test('is read without a connection, with its pictures, and is on the list of what is there', async ({
    page,
    context,
  }) => {
    // Drawn as long as there is a connection: a busy machine takes its time to cut real ones.
    const body = '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2"/>'
    await context.route('**/images/**', (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body }),
    )
    await subscriberWithSaved(context, page)
    await context.unroute('**/images/**')
    await context.setOffline(true)
    await open(page, `/${slug}?source=saved`)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(rest(page)).toContainText('pencil')
    const picture = page.locator('figure img').first()
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
    await open(page, '/ethics')
    const list = page.getByRole('region', { name: 'Saved on this device' })
    await list.getByRole('link', { name: title }).click()
    await expect(rest(page)).toBeVisible()
  })

  test('goes when it is not saved any longer', async ({ page, context }) => {
    await noPictures(context)
    await subscriberWithSaved(context, page)
    await save(page)
    await expect.poll(() => lying(page)).toEqual([])
  })

  test('goes from every tab when the reader signs out in one', async ({ page, context }) => {
    await noPictures(context)
    await subscriberWithSaved(context, page)
    const other = await context.newPage()
    await openInCharge(other, '/about')
    await other.getByRole('button', { name: 'Menu' }).first().click()
    await other.getByRole('button', { name: 'Log out' }).click()
    await expect(other).toHaveURL('/')
    await expect.poll(() => lying(page)).toEqual([])
    await context.setOffline(true)
    await open(page, `/${slug}`)
    await expect(noConnection(page)).toBeVisible()
  })

  test('goes where the session has ended otherwise', async ({ page, context }) => {
    await noPictures(context)
    await subscriberWithSaved(context, page)
    await context.clearCookies()
    await open(page, '/about')
    await expect.poll(() => lying(page)).toEqual([])
  })

  test('keeps its page and loses its closed part when the subscription has ended', async ({
    page,
    context,
  }) => {
    await noPictures(context)
    const { uid } = await subscriberWithSaved(context, page)
    const firestore = connectFirestore(stack.buildEnvironment)
    await firestore.commit([{ remove: `subscriptions/${uid}` }])
    await context.clearCookies({ name: '__Host-pass' })
    await open(page, `/${samples.metered.slug}`)
    await expect(page.locator('[data-wall]').getByRole('link', { name: /Subscribe/ })).toBeVisible()
    await expect.poll(() => lying(page)).toEqual(['kept'])
  })

  test('is closed when its lease is over, and nothing is left of what was closed', async ({
    page,
    context,
  }) => {
    await noPictures(context)
    await subscriberWithSaved(context, page)
    await page.evaluate(async () => {
      const closed = await caches.open('closed')
      await closed.put('/lease', new Response(String(Date.now() - 1)))
    })
    await context.setOffline(true)
    await open(page, `/${slug}`)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByRole('alert')).toContainText('offline')
    await expect(rest(page)).toHaveCount(0)
    expect(await lying(page)).toEqual(['kept'])
  })

  test('of a reader who is not entitled is its page alone', async ({ page, context }) => {
    await noPictures(context)
    const reader = await ownReader()
    await takeCookies(context, reader.cookies, stack.siteUrl)
    await openInCharge(page, '/about')
    await save(page, slug)
    await expect.poll(() => lying(page)).toEqual(['kept'])
    // Logging in as another reader without access leaves nothing closed behind. The session of the first
    // one has ended elsewhere, or the page would offer to go on with it.
    await context.clearCookies()
    await signIn(page, 'lapsed', '/about')
    await page.waitForURL('/about')
    expect(await lying(page)).not.toContain('closed')
  })
})

/** The site, whose service worker becomes one of a newer version when it is told to. */
async function changingSite() {
  let isNewer = false
  const server = createServer(async ({ url = '/' }, response) => {
    const answer = await fetch(stack.siteUrl + url, { redirect: 'manual' })
    const headers = new Headers(answer.headers)
    for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) {
      headers.delete(name)
    }
    const bytes = Buffer.from(await answer.arrayBuffer())
    // The version is the one name in it that is made of nothing but digits of a hash.
    const newer = () => bytes.toString().replace(/([`"'])[0-9a-f]{16}\1/, '"newer"')
    response.writeHead(answer.status, Object.fromEntries(headers))
    response.end(isNewer && url === '/service-worker.js' ? newer() : bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    becomeNewer() {
      isNewer = true
    },
    stop: () => server.close(),
  }
}

test('a page that is older than the site says so, and is loaded again when its reader wants it', async ({
  page,
  context,
}) => {
  await noPictures(context)
  const site = await changingSite()
  await openInCharge(page, `${site.url}/about`)
  site.becomeNewer()
  await page.evaluate(async () => {
    Object.assign(window, { isTheOld: true })
    await (await navigator.serviceWorker.ready).update()
  })
  await expect(page.getByText('There is a newer version of this page.')).toBeVisible()
  expect(await page.evaluate(() => 'isTheOld' in window)).toBe(true)
  await page.getByRole('button', { name: 'Load it' }).click()
  await page.waitForFunction(() => !('isTheOld' in window))
  const waiting = await page.evaluate(
    async () => (await navigator.serviceWorker.ready).waiting === null,
  )
  expect(waiting).toBe(true)
  site.stop()
})
