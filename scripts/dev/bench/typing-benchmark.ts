/** Measures typing in the desk's editor, in the middle of long stories. */
import type { Browser, CDPSession, Page } from '@playwright/test'
import {
  createDraft,
  createStorySlug,
  locateStatus,
  locateText,
  openEditor,
  signInAsStaff,
} from '../../../src/journeys/testing/desk-documents.ts'
import { createTable, type Figure, formatCount, formatFigure, summarise } from './figure.ts'
import { requireAtMost } from './targets.ts'

/** Words of a story. */
const sizes = [1000, 10_000, 20_000] as const
type Size = (typeof sizes)[number]
const keys = [...'It rained all night, and the ferry waited for the morning.']

const paragraph =
  'The ferry that crosses the river at dawn carries teachers, fishmongers and one barber, who has [cut hair](https://example.org) ' +
  'on board for **thirty years**. Nobody remembers a day on which he was late, and nobody has asked him why he never learned to swim.'

/** Paragraphs with links and bold words, headings, quotes, lists and footnotes, as in a long reportage. */
function createLongBody(words: number): string {
  const wordsOf = (text: string) => text.split(/\s+/).length
  const blocks = ['The beginning.', '<!-- more -->']
  for (let count = 0, index = 1; count < words; index++) {
    const extra =
      index % 9 === 0
        ? `## Part ${index}`
        : index % 7 === 0
          ? '> The river keeps its own books.'
          : index % 5 === 0
            ? '- one boat\n- two oars'
            : null
    const isNoted = index % 10 === 0
    blocks.push(...(extra ? [extra] : []), isNoted ? `${paragraph}[^${index}]` : paragraph)
    if (isNoted) blocks.push(`[^${index}]: Said in ${1900 + (index % 100)}.`)
    count += wordsOf(paragraph)
  }
  return blocks.join('\n\n')
}

type Typing = Readonly<Record<'key' | 'longestTask' | 'open', Figure | null>>
export type TypingFigures = Readonly<Record<Size, Typing>>

/** Milliseconds of the main thread since the page was opened. */
async function readTaskTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return 1000 * metrics.find(({ name }) => name === 'TaskDuration')!.value
}

const waitForFrames = (page: Page) =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  )

declare global {
  var longTasks: number[]
}

/** Runs in the page, before its scripts. */
function observeLongTasks() {
  globalThis.longTasks = []
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) globalThis.longTasks.push(duration)
  }).observe({ type: 'longtask', buffered: true })
}

async function measureSize(page: Page, size: Size): Promise<Typing> {
  const slug = createStorySlug()
  await createDraft(page.context(), slug, { body: createLongBody(size) })
  const startedAt = performance.now()
  await openEditor(page, slug)
  const open = performance.now() - startedAt
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  // The middle of the story, which has as much text above it as below.
  const box = (await page.locator('.cm-scroller').boundingBox())!
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight / 2 }))
  await waitForFrames(page)
  await page.mouse.click(box.x + box.width / 2, 400)
  await waitForFrames(page)
  await page.evaluate(() => {
    globalThis.longTasks = []
  })
  const idle = await measureIdleFrames(page, session)
  const times: number[] = []
  for (const key of keys) {
    const before = await readTaskTime(session)
    await page.keyboard.press(key === ' ' ? 'Space' : key)
    await waitForFrames(page)
    times.push((await readTaskTime(session)) - before - idle)
  }
  // The checks and the save that follow a pause count as tasks.
  await locateStatus(page)
    .filter({ hasText: /^Saved$/ })
    .waitFor({ timeout: 60_000 })
  if (!(await locateText(page).textContent())!.includes('the ferry waited'))
    throw new Error('The typed text isn’t in the editor.')
  const longTasks = await page.evaluate(() => globalThis.longTasks)
  return {
    key: summarise(times),
    longestTask: summarise([Math.max(0, ...longTasks)]),
    open: summarise([open]),
  }
}

/** Returns the milliseconds that two frames and the measurement itself take without a key. */
async function measureIdleFrames(page: Page, session: CDPSession): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < 20; run++) {
    const before = await readTaskTime(session)
    await waitForFrames(page)
    times.push((await readTaskTime(session)) - before)
  }
  return summarise(times)!.median
}

export async function measureTyping(browser: Browser, siteUrl: string): Promise<TypingFigures> {
  const figures = {} as Record<Size, Typing>
  for (const size of sizes) {
    const context = await browser.newContext({ baseURL: siteUrl, serviceWorkers: 'block' })
    await signInAsStaff(context, 'editor')
    const page = await context.newPage()
    await page.addInitScript(observeLongTasks)
    figures[size] = await measureSize(page, size)
    await context.close()
  }
  return figures
}

export const createTypingTable = (figures: TypingFigures) =>
  createTable('Typing in the middle of a story', sizes, [
    ['words', (size) => formatCount(size)],
    ['main thread for a key', (size) => formatFigure(figures[size].key, 'ms')],
    [
      'longest task, with checks and saving',
      (size) => formatFigure(figures[size].longestTask, 'ms', 0),
    ],
    ['until one can type', (size) => formatFigure(figures[size].open, 'ms', 0)],
  ])

export const checkTypingTargets = (figures: TypingFigures) => [
  requireAtMost('a key in a story of 10,000 words', figures[10_000].key, 16, 'ms'),
  requireAtMost(
    'the longest task in a story of 20,000 words',
    figures[20_000].longestTask,
    100,
    'ms',
  ),
]
