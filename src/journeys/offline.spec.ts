import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { createReaderWithSession, stack } from '../../functions/testing/edge-client.ts'
import { test } from './testing/journey-test.ts'
import {
  addSessionCookies,
  fakeImages,
  locateBody,
  openPage,
  sampleArticles,
  waitForScript,
} from './testing/page-actions.ts'

test.use({ serviceWorkers: 'allow' })

const { slug, title } = sampleArticles.metered
const locateOfflineMessage = (page: Page) => page.getByRole('heading', { name: 'No connection' })

async function openWithServiceWorker(page: Page, path: string) {
  await openPage(page, path)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

/** Sets this device's list of saved articles, once the server's list has been loaded. */
async function saveArticles(page: Page, ...slugs: string[]) {
  // Otherwise, the server's empty list would replace the device's.
  await page.waitForFunction(() => Number(localStorage.getItem('saved.at')) > 0)
  await page.evaluate((saved) => {
    localStorage.setItem('saved', JSON.stringify(saved))
    dispatchEvent(new Event('saved-changed'))
  }, slugs)
}

/** Lists the cached parts of the article: its page, which is cached last, and its closed part. */
function listCachedUrls(page: Page): Promise<string[]> {
  return page.evaluate(async (article) => {
    const found: string[] = []
    for (const [name, end] of [
      ['articles', `/${article}?for=${article}`],
      ['bodies', `?for=${article}`],
    ] as const) {
      if (!(await caches.has(name))) continue
      const keys = await (await caches.open(name)).keys()
      if (keys.some(({ url }) => url.endsWith(end))) found.push(name)
    }
    return found
  }, slug)
}

async function createSubscriberWithSaved(context: BrowserContext, page: Page) {
  const reader = await createReaderWithSession({}, { isSubscribed: true })
  await addSessionCookies(context, reader.cookies, stack.siteUrl)
  await openWithServiceWorker(page, '/about')
  await saveArticles(page, slug)
  await expect.poll(() => listCachedUrls(page)).toEqual(['articles', 'bodies'])
  return reader
}

test.use({ hasImages: true })
test.beforeEach(async ({ context }) => {
  await fakeImages(context)
})

/** Starts a proxy of the site that can change the service worker's version. */
async function startChangingSite() {
  let hasNewVersion = false
  const server = createServer(async ({ url = '/' }, response) => {
    const upstreamResponse = await fetch(stack.siteUrl + url, { redirect: 'manual' })
    const headers = new Headers(upstreamResponse.headers)
    for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) {
      headers.delete(name)
    }
    const bytes = Buffer.from(await upstreamResponse.arrayBuffer())
    // The version is the only quoted string of 16 hex digits.
    const newerSite = () => bytes.toString().replace(/([`"'])[0-9a-f]{16}\1/, '"newer"')
    response.writeHead(upstreamResponse.status, Object.fromEntries(headers))
    response.end(hasNewVersion && url === '/service-worker.js' ? newerSite() : bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    publishNewVersion() {
      hasNewVersion = true
    },
    stop: () => server.close(),
  }
}

test('a guest can install the publication, reads visited pages offline, and gets new versions', async ({
  page,
  context,
}) => {
  await openWithServiceWorker(page, '/')
  const devtools = await context.newCDPSession(page)
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  const reasons = installabilityErrors.map(({ errorId }) => errorId)
  // This reason doesn't count, because tests run in incognito windows.
  expect(reasons.filter((reason) => reason !== 'in-incognito')).toEqual([])

  await openPage(page, '/latest')
  await openPage(page, '/about')
  await page.waitForLoadState()
  await context.setOffline(true)
  await openPage(page, '/latest?source=menu')
  await expect(page.getByRole('heading', { level: 1, name: /Latest/ })).toBeVisible()
  await openPage(page, '/ethics')
  await expect(locateOfflineMessage(page)).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(locateOfflineMessage(page)).toBeVisible()
  // The page loads by itself once online.
  await context.setOffline(false)
  await expect(locateOfflineMessage(page)).toBeHidden()
  await expect(page).toHaveURL('/ethics')

  // An outdated page says that it is outdated, and can be reloaded.
  const site = await startChangingSite()
  await openWithServiceWorker(page, `${site.url}/about`)
  site.publishNewVersion()
  await page.evaluate(async () => {
    Object.assign(window, { isOldVersion: true })
    await (await navigator.serviceWorker.ready).update()
  })
  await expect(page.getByText('A new version of this page is available.')).toBeVisible()
  expect(await page.evaluate(() => 'isOldVersion' in window)).toBe(true)
  await page.getByRole('button', { name: 'Reload page' }).click()
  await page.waitForFunction(() => !('isOldVersion' in window))
  const hasWaitingWorker = () =>
    page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null)
  await expect.poll(hasWaitingWorker).toBe(false)
  site.stop()
})

test('a subscriber reads a saved article offline, until the article is removed or any tab logs out', async ({
  page,
  context,
}) => {
  await createSubscriberWithSaved(context, page)
  await context.unroute('**/images/**')
  await context.setOffline(true)
  await openPage(page, `/${slug.toUpperCase()}/?source=saved`)
  await expect(page).toHaveURL(`/${slug}?source=saved`)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(locateBody(page)).toContainText('pencil')
  const image = page.locator('figure img').first()
  await expect
    .poll(() => image.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  await openPage(page, '/ethics')
  const list = page.getByRole('region', { name: 'Saved on this device' })
  await list.getByRole('link', { name: title }).click()
  await expect(locateBody(page)).toBeVisible()

  await context.setOffline(false)
  await fakeImages(context)
  await openWithServiceWorker(page, '/about')
  await saveArticles(page)
  await expect.poll(() => listCachedUrls(page)).toEqual([])
  await saveArticles(page, slug)
  await expect.poll(() => listCachedUrls(page)).toEqual(['articles', 'bodies'])
  const other = await context.newPage()
  // Before the page's script has run, logging out can end on the same page.
  const script = other.waitForResponse(/signed-in-script/)
  await openWithServiceWorker(other, '/about')
  await waitForScript(other, script)
  await other.getByRole('button', { name: 'Menu' }).first().click()
  await other.getByRole('button', { name: 'Log out' }).click()
  await expect(other).toHaveURL('/')
  // Uses another tab, because the first one loads its page again.
  await expect.poll(() => listCachedUrls(other)).toEqual([])
  await context.setOffline(true)
  await openPage(page, `/${slug}`)
  await expect(locateOfflineMessage(page)).toBeVisible()
})
