/**
 * The same views in Firefox and WebKit, as much of each as a tall window shows. Views that are reached by
 * doing something on the page are left out: what does it is written for Playwright's browser.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { View } from '../../src/journeys/views.ts'
import { localCertificate } from '../local/certificate.ts'
import { startHttps, urlsInBrowsers } from '../local/https.ts'
import { log } from '../local/log.ts'
import {
  missingBrowser,
  type OtherBrowserName,
  startOtherBrowser,
} from '../local/other-browsers.ts'
import type { RunningStack } from '../local/running-stack.ts'
import { createPage, type Page } from '../webdriver/page.ts'
import { writeContactSheet } from './contact-sheet.ts'

/** Neither browser's window can be as narrow as a phone. */
const widths = { narrow: 500, wide: 1440 } as const
const height = 1800

type Options = {
  readonly stack: RunningStack
  readonly views: readonly View[]
  /** Of each sample reader, by name. */
  readonly cookies: ReadonlyMap<string, ReadonlyMap<string, string>>
  readonly folder: string
}

/** Everything that the window shows has loaded. */
const settle = (page: Page) =>
  page.until('the pictures and fonts', () =>
    page.run(async () => {
      // Pictures that wait until they are near load for whoever prints.
      dispatchEvent(new Event('beforeprint'))
      const isShown = (picture: Element) => picture.getBoundingClientRect().top < innerHeight
      const shown = [...document.images].filter(isShown)
      for (const picture of shown) picture.loading = 'eager'
      if (!shown.every(({ complete }) => complete)) return false
      await Promise.all(shown.map((picture) => picture.decode().catch(() => {})))
      await document.fonts.ready
      // Painted, too.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      return true
    }),
  )

export async function lookInOtherBrowser(name: OtherBrowserName, options: Options) {
  const { stack, cookies, folder } = options
  const missing = missingBrowser(name)
  if (missing) return log('look', missing)
  const views = options.views.filter(({ act }) => !act)
  const certificate = localCertificate(join(stack.folder, 'https'))
  const https = await startHttps({ urls: urlsInBrowsers(stack), port: 11_443, certificate })
  const files = new Map<string, { name: string; file: string }[]>()
  try {
    for (const [reader, theirs] of Map.groupBy(views, (view) => view.reader)) {
      const session = await startOtherBrowser(name)
      const page = createPage(session, https.urlOf(stack.siteUrl))
      try {
        if (reader) {
          await page.open('/ethics')
          await page.takeCookies(cookies.get(reader)!)
        }
        for (const [device, width] of Object.entries(widths)) {
          await page.resize(width, height)
          mkdirSync(join(folder, `${name}-${device}`), { recursive: true })
          for (const view of theirs) {
            await page.open(view.path)
            await settle(page)
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
    log('look', sheet)
  }
}
