import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { issueVersions } from '../../../src/domain/issue/issue-email.ts'
import { createIssueSource } from '../../desk/issue/issue-content.ts'
import { prepareIssue } from '../../desk/issue/prepare-issue.ts'
import type { KeySite } from '../../shared/fetch-signed.ts'
import { logLine } from '../service-process.ts'
import { writeContactSheet } from './contact-sheet.ts'

const manuscript = join(import.meta.dirname, '..', 'sample', 'issues', '2026-11-22.md')

/** The widths that email programs have, and whether they show pictures. */
const frames = [
  { device: 'desktop', width: 1000, hasImages: true },
  { device: 'phone', width: 390, hasImages: true },
  { device: 'small-phone', width: 320, hasImages: true },
  { device: 'no-pictures', width: 390, hasImages: false },
] as const

/** Takes screenshots of an issue of The Weekly as it is sent, in every version, width and theme. */
export async function screenshotEmails(
  browser: Browser,
  { site, folder }: { site: KeySite; folder: string },
) {
  const { issue } = await prepareIssue(createIssueSource(site), manuscript)
  if (!issue) throw new Error(`${manuscript} can't be rendered.`)
  const files: { name: string; file: string }[] = []
  mkdirSync(join(folder, 'emails'), { recursive: true })
  for (const version of issueVersions) {
    for (const { device, width, hasImages } of frames) {
      for (const colorScheme of ['light', 'dark'] as const) {
        const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme })
        if (!hasImages) await page.route('**/images/**', (route) => route.abort())
        await page.setContent(issue.email.versions[version].html, { waitUntil: 'networkidle' })
        const name = `${version}-${device}-${colorScheme}`
        const file = join(folder, 'emails', `${name}.png`)
        await page.screenshot({ path: file, fullPage: true })
        await page.close()
        files.push({ name, file })
      }
    }
  }
  const sheet = join(folder, 'emails.png')
  await writeContactSheet(files, sheet)
  logLine('look', sheet)
}
