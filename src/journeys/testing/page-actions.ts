import {
  type BrowserContext,
  expect,
  type Page,
  type Request,
  type Response,
} from '@playwright/test'
import { getLoginPath } from '../../contracts/pages/login-paths.ts'
import { googleLabel } from '../../contracts/settings/auth-settings.ts'

/** See scripts/dev/sample/sample-readers.ts. */
const samplePassword = 'verandah-sample'

/** Sample readers, named by their address before the @. */
export const sampleReaders = [
  'subscriber',
  'ending',
  'paused',
  'failed',
  'lapsed',
  'registered',
] as const
export type SampleReaderName =
  | (typeof sampleReaders)[number]
  | 'missing'
  | 'given'
  | 'writer'
  | 'editor'
  | 'support'

export const sampleAccount = (reader: string) => ({
  email: `${reader}@example.com`,
  password: samplePassword,
})

export const sampleArticles = {
  metered: { slug: 'fathers-in-pencil', title: 'Fathers in pencil' },
  members: { slug: 'the-leak-that-feeds-the-spout' },
  public: { slug: 'lalten-lose-again', lastWords: 'I. Qureshi, st Ruksana, b Bilal' },
  /** A public story with every writing system that has its own font. */
  scripts: { slug: 'one-hundred-fifteen-times', title: 'One hundred, fifteen times' },
  /** A metered story in Urdu. */
  rightToLeft: { slug: 'the-tea-house-on-nisbat-road' },
} as const

export async function submitLogin(page: Page, reader: string, password = samplePassword) {
  await page.getByLabel('Email').fill(`${reader}@example.com`)
  await page.getByLabel('Password').fill(password)
  await pressLogIn(page)
}

export function pressLogIn(page: Page) {
  return page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
}

export async function signIn(page: Page, reader: string, returnTo = '/', password?: string) {
  await openPage(page, getLoginPath(returnTo))
  await submitLogin(page, reader, password)
}

export async function addSessionCookies(
  context: BrowserContext,
  cookies: ReadonlyMap<string, string>,
  siteUrl: string,
) {
  // Playwright only sets secure cookies for https; browsers send them to localhost too.
  const secure = { url: siteUrl.replace('http:', 'https:'), secure: true }
  await context.addCookies(
    [...cookies].map(([name, value]) => ({
      name,
      value,
      ...secure,
      httpOnly: name.startsWith('__Host-'),
    })),
  )
}

/** An address without scripts: pages with scripts reload themselves once their reader is logged out or in elsewhere. */
export const pathWithoutScripts = '/robots.txt'

/** Removes the session and other cookies while no page is open that would reload itself during the next navigation. */
export async function clearCookies(page: Page) {
  await page.goto(pathWithoutScripts)
  await page.context().clearCookies()
}

/** Opens a page without waiting for images. */
export function openPage(page: Page, path: string) {
  return page.goto(path, { waitUntil: 'domcontentloaded' })
}

/** Waits for fonts: text in fallback fonts may break into other lines. */
export const waitForFonts = (page: Page) => page.evaluate(() => document.fonts.ready.then(() => {}))

/** Waits until one of the page's scripts has run, by importing the same module. */
export async function waitForScript(page: Page, script: Promise<Response>) {
  await page.evaluate((address) => import(address), (await script).url())
}

/**
 * Lists the page's layout shifts so far, without those caused by input: the score of each, and the elements that moved.
 * Words of a fallback font are a little narrower or wider than the page's own, so on a busy machine, where fonts come
 * late, a word at the end of a long line moves by 3 to 4 px. That isn't counted; Chromium doesn't count anything up to
 * 3 px either.
 */
export function listLayoutShifts(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        type Source = {
          node: Node | null
          previousRect: DOMRectReadOnly
          currentRect: DOMRectReadOnly
        }
        type Shift = PerformanceEntry & {
          value: number
          hadRecentInput: boolean
          sources: readonly Source[]
        }
        const edges = ['left', 'top', 'right', 'bottom'] as const
        const isNoticeable = ({ sources }: Shift) =>
          sources.length === 0 ||
          sources.some(({ previousRect, currentRect }) =>
            edges.some((edge) => Math.abs(previousRect[edge] - currentRect[edge]) > 4),
          )
        const describe = ({ node, previousRect, currentRect }: Source) => {
          const element = node instanceof Element ? node : node?.parentElement
          const tag =
            (element?.cloneNode() as Element | undefined)?.outerHTML ?? 'a removed element'
          const box = (rect: DOMRectReadOnly) =>
            edges.map((edge) => Math.round(rect[edge])).join(' ')
          return `${tag} from ${box(previousRect)} to ${box(currentRect)}`
        }
        const shifts: string[] = []
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as Shift[]) {
            if (entry.hadRecentInput || !isNoticeable(entry)) continue
            const moved = entry.sources.map(describe).join(', ')
            shifts.push(`${entry.value} after ${Math.round(entry.startTime)} ms: ${moved}`)
          }
        }).observe({ type: 'layout-shift', buffered: true })
        // Buffered entries are delivered within two frames.
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(shifts))))
      }),
  )
}

/** Records errors that a page logs: policy violations, failed scripts, hydration mismatches. */
export function recordErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  return errors
}

/** Records matching requests from now on, as "GET /path". */
export function recordRequests(
  source: { on(event: 'request', listener: (request: Request) => void): unknown },
  pattern: RegExp,
): string[] {
  const requests: string[] = []
  source.on('request', (request) => {
    const line = `${request.method()} ${new URL(request.url()).pathname}`
    if (pattern.test(line)) requests.push(line)
  })
  return requests
}

/** Replaces all images, which take a long time to resize, and returns the addresses that are requested. */
export async function fakeImages(target: Page | BrowserContext): Promise<string[]> {
  const addresses: string[] = []
  const body = '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2"/>'
  await target.route('**/images/**', (route) => {
    addresses.push(route.request().url())
    return route.fulfill({ contentType: 'image/svg+xml', body })
  })
  return addresses
}

/** Holds requests back, or those with this method, until the returned function is called. */
export async function holdRequests(page: Page, url: string, method?: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    if (!method || route.request().method() === method) await promise
    await route.continue()
  })
  return resolve
}

export function blockPopups(page: Page) {
  return page.addInitScript(() => {
    window.open = () => null
  })
}

/** Removes the system's share dialog, so that results don't depend on the machine. */
export async function disableWebShare(page: Page) {
  await page.addInitScript(() => {
    delete (Navigator.prototype as { share?: unknown }).share
  })
}

/**
 * Sets Cloudflare's header. Events sent while a page is left lack it, and their response would set this machine's
 * country, so they stay in the page.
 */
export async function setNetworkCountry(page: Page, country: string) {
  await page.setExtraHTTPHeaders({ 'MF-CF-Blob': JSON.stringify({ country }) })
  await page.addInitScript(() => {
    for (const type of ['pagehide', 'visibilitychange'])
      addEventListener(type, (event) => event.isTrusted && event.stopImmediatePropagation(), true)
  })
}

/** Prevents the collector, too, from setting this machine's country. */
export function forbidTracking(page: Page) {
  return page.addInitScript(() => {
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })
  })
}

/** Fills in Google's page, in a pop-up or in the same window. */
export async function submitGoogleForm(googlePage: Page, email: string) {
  await googlePage.getByLabel('Email').fill(email)
  await googlePage.getByLabel('Full name').fill('Meher Irani')
  await googlePage.getByRole('button', { name: 'Continue' }).click()
}

export async function openGoogleWindow(page: Page): Promise<Page> {
  const popup = page.waitForEvent('popup')
  await page.getByRole('button', { name: googleLabel }).click()
  const googlePage = await popup
  // Closing a window while it loads may crash Chromium, including the page that opened the window.
  await expect(googlePage.getByRole('button', { name: 'Continue' })).toBeVisible()
  await googlePage.waitForLoadState()
  return googlePage
}

export async function requestLink(page: Page, email: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send me a link' }).click()
}

export const locateMain = (page: Page) => page.getByRole('main')
export const locateHeading = (page: Page) => page.getByRole('heading', { level: 1 })
export const locateBody = (page: Page) => page.locator('[data-article-body]')
export const locateWall = (page: Page) => page.locator('[data-wall]')
/** Finds the server's offer at the wall, which replaces “Subscribe to continue reading”. */
export const locateOffer = (page: Page) =>
  locateWall(page).getByRole('region', { name: 'Continue reading', exact: true })
export const locateToast = (page: Page) => page.locator('[data-rht-toaster]')

export const waitForButton = (name: string) => (page: Page) =>
  locateMain(page).getByRole('button', { name }).waitFor()
export const waitForLink = (name: string) => (page: Page) =>
  locateMain(page).getByRole('link', { name }).waitFor()
