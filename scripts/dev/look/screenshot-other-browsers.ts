/** One tall window in Firefox and WebKit. Views with actions need Playwright's browser. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PageView } from '../../../src/journeys/testing/open-view.ts'
import type { RunningStack } from '../../shared/running-stack.ts'
import {
  describeMissingBrowser,
  type OtherBrowserName,
  startOtherBrowser,
} from '../browsers/other-browsers.ts'
import { getLocalCertificate } from '../fakes/certificate.ts'
import { logLine } from '../service-process.ts'
import { listBrowserUrls, startHttpsProxy } from '../stack/https-proxy.ts'
import { createPage, type Page } from '../webdriver/webdriver-page.ts'
import { writeContactSheet } from './contact-sheet.ts'

/** Neither browser's window can be as narrow as a phone. */
const widths = { narrow: 500, wide: 1440 } as const
const height = 1800

type Options = {
  readonly stack: RunningStack
  readonly views: readonly PageView[]
  /** By sample reader. */
  readonly cookies: ReadonlyMap<string, ReadonlyMap<string, string>>
  readonly folder: string
}

const waitForImages = (page: Page) =>
  page.until('the pictures and fonts', () =>
    page.run(async () => {
      // Lazy images load for printing.
      dispatchEvent(new Event('beforeprint'))
      const isShown = (image: Element) => image.getBoundingClientRect().top < innerHeight
      const shown = [...document.images].filter(isShown)
      for (const image of shown) image.loading = 'eager'
      if (!shown.every(({ complete }) => complete)) return false
      await Promise.all(shown.map((image) => image.decode().catch(() => {})))
      await document.fonts.ready
      // And is painted.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      return true
    }),
  )

export async function screenshotInOtherBrowser(name: OtherBrowserName, options: Options) {
  const { stack, cookies, folder } = options
  const missingReason = describeMissingBrowser(name)
  if (missingReason) return logLine('look', missingReason)
  const views = options.views.filter(({ prepare, answers }) => !prepare && !answers)
  const certificate = getLocalCertificate(join(stack.folder, 'https'))
  const https = await startHttpsProxy({ urls: listBrowserUrls(stack), port: 11_443, certificate })
  const files = new Map<string, { name: string; file: string }[]>()
  try {
    for (const [reader, readerViews] of Map.groupBy(views, (view) => view.reader)) {
      const session = await startOtherBrowser(name)
      const page = createPage(session, https.toHttpsUrl(stack.siteUrl))
      try {
        if (reader) {
          await page.open('/ethics')
          await page.addCookies(cookies.get(reader)!)
        }
        for (const [device, width] of Object.entries(widths)) {
          await page.resize(width, height)
          mkdirSync(join(folder, `${name}-${device}`), { recursive: true })
          for (const view of readerViews) {
            await page.open(view.path)
            await waitForImages(page)
            const file = join(folder, `${name}-${device}`, `${view.name}.png`)
            writeFileSync(file, await page.screenshot())
            files.set(device, [...(files.get(device) ?? []), { name: view.name, file }])
          }
        }
      } finally {
        await session.close()
      }
    }
  } finally {
    await https.stop()
  }
  for (const [device, entries] of files) {
    const sheet = join(folder, `${name}-${device}.png`)
    await writeContactSheet(entries, sheet)
    logLine('look', sheet)
  }
}
