/**
 * Measures waiting times and transfers beyond a guest's first screen: signed in, on a second article, and when the page
 * is read to its end. Simulates a phone with a processor four times as slow, and a network of 1.6 Mbit/s.
 */
import type { BrowserContext, CDPSession, Page, Response } from '@playwright/test'
import { sampleArticles, signIn } from '../../../src/journeys/testing/page-actions.ts'
import { logLine } from '../service-process.ts'
import {
  createTable,
  type Figure,
  formatFigure,
  type Section,
  summariseEach,
  type Target,
} from './figure.ts'
import { measureTransfer } from './measure-transfer.ts'
import { phone, withBrowser, withCloudflare } from './phone-browser.ts'
import { requireAtMost } from './targets.ts'

const runs = 7
const slowdown = 4
/** Bytes per second, and milliseconds for a round trip. */
const networks = {
  slow: { downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8, latency: 150 },
  fast: { downloadThroughput: -1, uploadThroughput: -1, latency: 0 },
} as const

const article = `/${sampleArticles.metered.slug}`

type Reading = {
  readonly what: string
  readonly path: string
  readonly isSignedIn?: boolean
  readonly network?: keyof typeof networks
  /** A page that is opened first, with the same cache. */
  readonly before?: string
  readonly isScrolled?: boolean
}

const readings = {
  body: { what: 'a subscriber’s article, empty cache', path: article, isSignedIn: true },
  fastBody: {
    what: 'the same on a fast network',
    path: article,
    isSignedIn: true,
    network: 'fast',
  },
  secondBody: {
    what: 'a subscriber’s second article',
    path: article,
    isSignedIn: true,
    before: `/${sampleArticles.members.slug}`,
  },
  subscriberHome: { what: 'a subscriber’s front page', path: '/', isSignedIn: true },
  settings: { what: 'settings', path: '/settings', isSignedIn: true },
  guestArticle: { what: 'a guest’s article, scrolled to the end', path: article, isScrolled: true },
  guestHome: { what: 'a guest’s front page, scrolled to the end', path: '/', isScrolled: true },
} as const satisfies Record<string, Reading>
type ReadingName = keyof typeof readings
const names = Object.keys(readings) as ReadingName[]

/** Milliseconds, kilobytes and numbers of files. */
type Measured = Record<
  'shown' | 'scriptsBefore' | 'scripts' | 'scriptFiles' | 'prefetched' | 'fonts' | 'requests',
  number
>
type ReadingFigures = Readonly<Record<ReadingName, Readonly<Record<keyof Measured, Figure | null>>>>

/** Runs in the page before its scripts: the time of the first frame with the whole text. */
function observeText() {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('[data-article-body]')?.textContent) return
    observer.disconnect()
    requestAnimationFrame(() => performance.mark('text-shown'))
  })
  observer.observe(document, { childList: true, subtree: true })
}

async function scrollToEnd(page: Page) {
  await page.evaluate(async () => {
    const nextFrames = () => new Promise((done) => setTimeout(done, 200))
    while (scrollY + innerHeight < document.documentElement.scrollHeight - 1) {
      scrollBy({ top: innerHeight / 2, behavior: 'instant' })
      await nextFrames()
    }
  })
  await page.waitForLoadState('networkidle')
}

const isPrefetched = (response: Response) =>
  response.request().headers()['sec-purpose']?.startsWith('prefetch') === true

async function throttle(session: CDPSession, { network = 'slow' }: Reading) {
  await session.send('Network.emulateNetworkConditions', { offline: false, ...networks[network] })
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
}

async function measurePage(page: Page, reading: Reading): Promise<Measured> {
  const responses: { readonly response: Response; readonly at: number }[] = []
  const startedAt = performance.now()
  page.on('requestfinished', async (request) => {
    const at = performance.now() - startedAt
    const response = await request.response()
    if (response) responses.push({ response, at })
  })
  await page.goto(reading.path, { waitUntil: 'networkidle' })
  if (reading.isScrolled) await scrollToEnd(page)
  const shown = await page.evaluate(() => performance.getEntriesByName('text-shown')[0]?.startTime)
  const measured = {
    shown: shown ?? Number.NaN,
    scriptsBefore: 0,
    scripts: 0,
    scriptFiles: 0,
    prefetched: 0,
    fonts: 0,
    requests: responses.length,
  }
  for (const { response, at } of responses) {
    if (response.status() >= 300) continue
    const type = response.request().resourceType()
    const body = await response.body().catch(() => Buffer.alloc(0))
    if (isPrefetched(response)) measured.prefetched += measureTransfer('document', body) / 1000
    else if (type === 'font') measured.fonts += body.length / 1000
    else if (type === 'script') {
      const size = measureTransfer('script', body) / 1000
      measured.scripts += size
      measured.scriptFiles++
      if (shown !== undefined && at < shown) measured.scriptsBefore += size
    }
  }
  return measured
}

async function measureRun(context: BrowserContext, reading: Reading) {
  const page = await context.newPage()
  await page.addInitScript(observeText)
  if (reading.isSignedIn) {
    await signIn(page, 'subscriber')
    await page.waitForURL('**/')
  }
  const session = await context.newCDPSession(page)
  if (reading.isSignedIn) await session.send('Network.clearBrowserCache')
  if (reading.before) await page.goto(reading.before, { waitUntil: 'networkidle' })
  await throttle(session, reading)
  return measurePage(page, reading)
}

async function measureReadings(baseURL: string): Promise<ReadingFigures> {
  const options = { ...phone, baseURL, ignoreHTTPSErrors: true }
  const figures = {} as Record<ReadingName, ReadingFigures[ReadingName]>
  for (const name of names) {
    logLine('bench', readings[name].what)
    const measured: Measured[] = []
    for (let run = 0; run < runs; run++)
      measured.push(
        // With an empty cache.
        await withBrowser(async (browser) =>
          measureRun(
            await browser.newContext({ ...options, hasTouch: true, serviceWorkers: 'block' }),
            readings[name],
          ),
        ),
      )
    figures[name] = summariseEach(measured)
  }
  return figures
}

const createReadingTable = (figures: ReadingFigures) =>
  createTable(`Reading on, on a slow phone and network, median of ${runs}`, names, [
    ['visit', (name) => readings[name].what],
    ['text shown', (name) => formatShown(figures[name].shown)],
    ['scripts before (br)', (name) => formatFigure(figures[name].scriptsBefore, 'kB')],
    ['scripts (br)', (name) => formatFigure(figures[name].scripts, 'kB')],
    ['files', (name) => formatFigure(figures[name].scriptFiles, '')],
    ['prefetched', (name) => formatFigure(figures[name].prefetched, 'kB', 0)],
    ['fonts', (name) => formatFigure(figures[name].fonts, 'kB')],
    ['requests', (name) => formatFigure(figures[name].requests, '')],
  ])

const checkReadingTargets = ({
  body,
  fastBody,
  secondBody,
  guestArticle,
  guestHome,
}: ReadingFigures): Target[] => [
  requireAtMost(
    'scripts of a guest’s article, scrolled to the end (brotli)',
    guestArticle.scripts,
    16,
    'kB',
  ),
  requireAtMost('the same, files', guestArticle.scriptFiles, 6, ''),
  requireAtMost(
    'scripts of a guest’s front page, scrolled to the end (brotli)',
    guestHome.scripts,
    12,
    'kB',
  ),
  requireAtMost('the same, prefetched pages', guestHome.prefetched, 250, 'kB'),
  requireAtMost('a subscriber’s article, until its text is shown', body.shown, 900, 'ms'),
  requireAtMost('the same, scripts (brotli)', body.scripts, 60, 'kB'),
  requireAtMost('the same, files', body.scriptFiles, 12, ''),
  requireAtMost('on a fast network, until its text is shown', fastBody.shown, 700, 'ms'),
  requireAtMost('a second article, until its text is shown', secondBody.shown, 750, 'ms'),
]

export const benchmarkReading = (): Promise<Section> =>
  withCloudflare(async (siteUrl) => {
    const figures = await measureReadings(siteUrl)
    return { tables: [createReadingTable(figures)], targets: checkReadingTargets(figures) }
  })

const formatShown = (figure: Figure | null) =>
  Number.isNaN(figure?.median) ? '–' : formatFigure(figure, 'ms', 0)
