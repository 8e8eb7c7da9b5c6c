/**
 * Takes screenshots of every route and state, at three widths, light and dark, with contact sheets. The
 * sheets of articles with missing parts and the longest texts have names with -states.
 *
 *     npm run look                    everything, into .local/contact-sheets
 *     npm run look -- menu settings   only views whose names begin with one of these; `emails` for The Weekly's
 */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import {
  articleStateListViews,
  articleStateViews,
  storeArticleStates,
} from '../../../src/journeys/testing/article-states.ts'
import { openView, type PageView } from '../../../src/journeys/testing/open-view.ts'
import { type SampleReaderName, signIn } from '../../../src/journeys/testing/page-actions.ts'
import { pageViews } from '../../../src/journeys/testing/page-views.ts'
import { runCommand, UsageError } from '../../shared/command-error.ts'
import { connectFirestore } from '../../shared/connect-firestore.ts'
import { setOwnStack } from '../../shared/running-stack.ts'
import { getLaunchOptions } from '../browsers/find-chromium.ts'
import { logLine } from '../service-process.ts'
import { startStack } from '../stack/stack.ts'
import { writeContactSheet } from './contact-sheet.ts'
import { screenshotEmails } from './screenshot-emails.ts'

const folder = join('.local', 'contact-sheets')
const widths = { phone: 390, tablet: 820, desktop: 1440 } as const
const schemes = ['light', 'dark'] as const
/** The height of a screenshot. Longer pages are cut off. */
const maxHeight = 6000

/** The name of the view for the emails of `screenshotEmails`. */
const emails = { name: 'emails' } as const
const allStateViews = [...articleStateViews, ...articleStateListViews]

const namePrefixes = process.argv.slice(2)
const isSelected = ({ name }: Pick<PageView, 'name'>) =>
  namePrefixes.length === 0 || namePrefixes.some((begin) => name.startsWith(begin))
const sampleViews = pageViews.filter(isSelected)
const stateViews = allStateViews.filter(isSelected)

function checkPrefixes() {
  const names = [...pageViews, ...allStateViews, emails].map(({ name }) => name)
  const unknown = namePrefixes.find((begin) => !names.some((name) => name.startsWith(begin)))
  if (unknown === undefined) return
  throw new UsageError(
    `No view begins with "${unknown}". Views are listed in src/journeys/testing/; "emails" is The Weekly’s.`,
  )
}

async function signInForCookies(browser: Browser, siteUrl: string, reader: SampleReaderName) {
  const context = await browser.newContext({ baseURL: siteUrl, serviceWorkers: 'block' })
  const page = await context.newPage()
  await signIn(page, reader)
  await page.waitForURL(`${siteUrl}/`)
  const { cookies } = await context.storageState()
  await context.close()
  return cookies
}

/** Waits until everything that loads lazily has loaded, as if the reader had scrolled. */
async function waitForImages(page: Page) {
  await page.evaluate(async () => {
    // Lazy images load for printing.
    dispatchEvent(new Event('beforeprint'))
    for (const image of document.images) image.loading = 'eager'
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})))
    await document.fonts.ready
  })
}

async function takeScreenshot(page: Page, view: PageView, file: string) {
  await openView(page, view)
  await page.waitForLoadState('networkidle')
  await waitForImages(page)
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  const { width } = page.viewportSize()!
  // A dialog covers the window, not the page.
  const isOverlay = await page.evaluate(
    () => document.querySelector(':modal, :popover-open') !== null,
  )
  await page.screenshot({
    path: file,
    animations: 'disabled',
    ...(isOverlay
      ? {}
      : { fullPage: true, clip: { x: 0, y: 0, width, height: Math.min(height, maxHeight) } }),
  })
}

type ReaderCookies = Awaited<ReturnType<typeof signInForCookies>>

async function signInReaders(browser: Browser, siteUrl: string) {
  const readers = new Set(sampleViews.flatMap(({ reader }) => reader ?? []))
  const cookies = new Map<SampleReaderName, ReaderCookies>()
  for (const reader of readers)
    cookies.set(reader, await signInForCookies(browser, siteUrl, reader))
  return cookies
}

type ScreenshotOptions = {
  readonly siteUrl: string
  readonly views: readonly PageView[]
  readonly cookies?: ReadonlyMap<SampleReaderName, ReaderCookies>
  readonly sheetSuffix?: string
}

async function takeScreenshots(
  browser: Browser,
  { siteUrl, views, cookies, sheetSuffix = '' }: ScreenshotOptions,
) {
  for (const [device, width] of Object.entries(widths)) {
    for (const colorScheme of schemes) {
      const files: { name: string; file: string }[] = []
      for (const view of views) {
        const context = await browser.newContext({
          baseURL: siteUrl,
          serviceWorkers: 'block',
          viewport: { width, height: 900 },
          colorScheme,
          storageState: { cookies: (view.reader && cookies?.get(view.reader)) || [], origins: [] },
        })
        const file = join(folder, `${device}-${colorScheme}`, `${view.name}.png`)
        await takeScreenshot(await context.newPage(), view, file)
        await context.close()
        files.push({ name: view.name, file })
      }
      const sheet = join(folder, `${device}-${colorScheme}${sheetSuffix}.png`)
      await writeContactSheet(files, sheet)
      logLine('look', sheet)
    }
  }
}

async function main() {
  checkPrefixes()
  const stack = await startStack({
    name: 'look',
    fresh: true,
    verbose: false,
    ports: { site: 11_787, firestore: 11_681, auth: 11_099, inbox: 11_025 },
    onCrash: (message) => console.error(message),
  })
  // Some views need links that the stack's keys sign.
  setOwnStack(stack.backends.folder)
  // Screenshots of other views are kept.
  if (namePrefixes.length === 0) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const browser = await chromium.launch(await getLaunchOptions())
  try {
    const { siteUrl, buildEnvironment, deskEnvironment } = stack.backends
    if (sampleViews.length > 0) {
      const cookies = await signInReaders(browser, siteUrl)
      await takeScreenshots(browser, { siteUrl, views: sampleViews, cookies })
    }
    if (isSelected(emails)) {
      const site = { siteUrl, accessKey: deskEnvironment.DESK_ACCESS_KEY }
      await screenshotEmails(browser, { site, folder })
    }
    if (stateViews.length > 0) {
      await storeArticleStates(connectFirestore(buildEnvironment))
      await stack.rebuild()
      await takeScreenshots(browser, { siteUrl, views: stateViews, sheetSuffix: '-states' })
    }
  } finally {
    await browser.close()
    await stack.stop()
  }
}

await runCommand(main)
