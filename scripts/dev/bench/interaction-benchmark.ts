/** Measures how quickly pages respond to taps on a phone whose processor is four times as slow as this machine's. */
import type { Browser, Page } from '@playwright/test'
import { sampleArticles, signIn } from '../../../src/journeys/testing/page-actions.ts'
import { createTable, type Figure, formatFigure, summariseEach } from './figure.ts'

const runs = 7
const slowdown = 4
/** Milliseconds. Browsers don't report shorter interactions, so each visit has to contain a longer one. */
const shortestInteraction = 16

type Measured = { readonly interactions: number[]; readonly longTasks: number[] }
declare global {
  var measured: Measured
}

/** Runs in the page, before its scripts. */
function observe(durationThreshold: number) {
  const longest = new Map<number, number>()
  globalThis.measured = {
    get interactions() {
      return [...longest.values()]
    },
    longTasks: [],
  }
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) globalThis.measured.longTasks.push(duration)
  }).observe({ type: 'longtask', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[]) {
      const { interactionId, duration } = entry
      if (interactionId)
        longest.set(interactionId, Math.max(duration, longest.get(interactionId) ?? 0))
    }
  }).observe({ type: 'event', durationThreshold, buffered: true } as PerformanceObserverInit)
}

const tapButton = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).first().tap()

async function useMenus(page: Page) {
  await tapButton(page, 'Menu')
  await tapButton(page, 'Close')
  await tapButton(page, 'Share')
  await page.keyboard.press('Escape')
}

const article = `/${sampleArticles.metered.slug}`

const visits = {
  guest: {
    what: 'a guest’s article: menu, sharing, an address for The Weekly',
    path: article,
    async use(page: Page) {
      await useMenus(page)
      const email = page.getByRole('contentinfo').getByLabel('Your email address')
      await email.tap()
      await email.pressSequentially('reader@example.com')
    },
  },
  subscriber: {
    what: 'a subscriber’s article: menu, sharing, saving twice, rating',
    path: article,
    async use(page: Page) {
      await page.locator('[data-article-body]').waitFor()
      await useMenus(page)
      const save = page.locator('[data-save]').first()
      await save.tap()
      await save.tap()
      await page.locator('[data-rating] label').nth(3).tap()
    },
  },
  settings: {
    what: 'settings: opening each of the first four',
    path: '/settings',
    async use(page: Page) {
      const settings = page.getByRole('main').locator('astro-island:not([ssr]) details > summary')
      await settings.nth(3).waitFor()
      for (let index = 0; index < 4; index++) await settings.nth(index).tap()
    },
  },
} as const

type Visit = keyof typeof visits
const visitNames = Object.keys(visits) as Visit[]

export type Responsiveness = {
  /** The slowest interaction, in milliseconds. */
  readonly slowest: Figure | null
  readonly longTasks: Figure | null
  readonly longestTask: Figure | null
}
type PhoneOptions = Parameters<Browser['newContext']>[0]

async function measureRun(browser: Browser, options: PhoneOptions, visit: Visit) {
  const context = await browser.newContext({ ...options, hasTouch: true, serviceWorkers: 'block' })
  const page = await context.newPage()
  if (visit !== 'guest') {
    await signIn(page, 'subscriber')
    await page.waitForURL('**/')
  }
  await page.addInitScript(observe, shortestInteraction)
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.goto(visits[visit].path, { waitUntil: 'networkidle' })
  await visits[visit].use(page)
  // Entries arrive after the next paint.
  await page.evaluate(
    () =>
      new Promise((done) =>
        requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(done))),
      ),
  )
  const { interactions, longTasks } = await page.evaluate(() => ({
    interactions: globalThis.measured.interactions,
    longTasks: globalThis.measured.longTasks,
  }))
  await context.close()
  if (interactions.length === 0) throw new Error(`No interaction of “${visit}” was observed.`)
  return {
    slowest: Math.max(...interactions),
    longTasks: longTasks.length,
    longestTask: Math.max(0, ...longTasks),
  }
}

export async function measureResponsiveness(browser: Browser, options: PhoneOptions) {
  const figures = {} as Record<Visit, Responsiveness>
  for (const visit of visitNames) {
    const measured = []
    for (let run = 0; run < runs; run++) measured.push(await measureRun(browser, options, visit))
    figures[visit] = summariseEach(measured)
  }
  return figures
}

export const createResponsivenessTable = (figures: Readonly<Record<Visit, Responsiveness>>) =>
  createTable(
    `Taps and keys on a processor ${slowdown} times as slow, median of ${runs}`,
    visitNames,
    [
      ['visit', (visit) => visits[visit].what],
      ['slowest response (INP)', (visit) => formatFigure(figures[visit].slowest, 'ms', 0)],
      ['tasks over 50 ms', (visit) => formatFigure(figures[visit].longTasks, '')],
      ['longest', (visit) => formatFigure(figures[visit].longestTask, 'ms', 0)],
    ],
  )
