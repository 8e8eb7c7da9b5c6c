/**
 * npm run look: every route and state as pictures, at the widths of a phone, a tablet and a desktop,
 * light and dark, and one contact sheet for each of the six; then in Firefox and WebKit, where they are
 * installed. For eyes, not for comparison by machine.
 *
 *     npm run look                    everything, into .local/contact-sheets
 *     npm run look -- menu settings   only views whose names begin with one of these
 */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { open, signIn } from '../../src/journeys/readers.ts'
import { type SampleReader, type View, views } from '../../src/journeys/views.ts'
import type { Backends } from '../local/backends.ts'
import { browserOptions } from '../local/browser.ts'
import { log } from '../local/log.ts'
import { installOtherBrowsers, otherBrowserNames } from '../local/other-browsers.ts'
import { startStack } from '../local/stack.ts'
import { writeContactSheet } from './contact-sheet.ts'
import { lookInOtherBrowser } from './other-browsers.ts'

const folder = join('.local', 'contact-sheets')
const widths = { phone: 390, tablet: 820, desktop: 1440 } as const
const schemes = ['light', 'dark'] as const
/** Of a picture; pages are longer, and their ends are looked at on the page itself. */
const tallest = 6000

const wanted = process.argv.slice(2)
const chosen = views.filter(
  ({ name }) => wanted.length === 0 || wanted.some((begin) => name.startsWith(begin)),
)

async function cookiesOf(browser: Browser, siteUrl: string, reader: SampleReader) {
  const context = await browser.newContext({ baseURL: siteUrl, serviceWorkers: 'block' })
  const page = await context.newPage()
  await signIn(page, reader)
  await page.waitForURL(`${siteUrl}/`)
  const { cookies } = await context.storageState()
  await context.close()
  return cookies
}

/** Everything that loads late has loaded, as if the reader had been down and up again. */
async function settle(page: Page) {
  await page.evaluate(async () => {
    // Pictures that wait to be near come for whoever prints.
    dispatchEvent(new Event('beforeprint'))
    for (const picture of document.images) picture.loading = 'eager'
    await Promise.all([...document.images].map((picture) => picture.decode().catch(() => {})))
    await document.fonts.ready
  })
}

async function photograph(page: Page, view: View, file: string) {
  await open(page, view.path)
  await page.waitForLoadState('load')
  await page.waitForLoadState('networkidle')
  await settle(page)
  await view.act?.(page)
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  const { width } = page.viewportSize()!
  // A dialog lies over the window, not over the page.
  const isOverlay = await page.evaluate(
    () => document.querySelector(':modal, :popover-open') !== null,
  )
  await page.screenshot({
    path: file,
    animations: 'disabled',
    ...(isOverlay
      ? {}
      : { fullPage: true, clip: { x: 0, y: 0, width, height: Math.min(height, tallest) } }),
  })
}

async function look(browser: Browser, backends: Backends) {
  const { siteUrl } = backends
  const readers = new Set(chosen.flatMap(({ reader }) => reader ?? []))
  const cookies = new Map<SampleReader, Awaited<ReturnType<typeof cookiesOf>>>()
  for (const reader of readers) cookies.set(reader, await cookiesOf(browser, siteUrl, reader))
  for (const [device, width] of Object.entries(widths)) {
    for (const colorScheme of schemes) {
      const files: { name: string; file: string }[] = []
      for (const view of chosen) {
        const context = await browser.newContext({
          baseURL: siteUrl,
          serviceWorkers: 'block',
          viewport: { width, height: 900 },
          colorScheme,
          storageState: { cookies: view.reader ? cookies.get(view.reader)! : [], origins: [] },
        })
        const file = join(folder, `${device}-${colorScheme}`, `${view.name}.png`)
        await photograph(await context.newPage(), view, file)
        await context.close()
        files.push({ name: view.name, file })
      }
      const sheet = join(folder, `${device}-${colorScheme}.png`)
      await writeContactSheet(files, sheet)
      log('look', sheet)
    }
  }
  const pairs = [...cookies].map(
    ([reader, theirs]) =>
      [reader, new Map(theirs.map(({ name, value }) => [name, value]))] as const,
  )
  const options = { stack: backends, views: chosen, cookies: new Map(pairs), folder }
  installOtherBrowsers()
  for (const name of otherBrowserNames) await lookInOtherBrowser(name, options)
}

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const stack = await startStack({
  name: 'look',
  fresh: true,
  verbose: false,
  ports: { site: 11_787, firestore: 11_681, auth: 11_099, outbox: 11_025 },
  onCrash: (message) => console.error(message),
})
const browser = await chromium.launch(await browserOptions())
try {
  await look(browser, stack.backends)
} finally {
  await browser.close()
  await stack.stop()
}
