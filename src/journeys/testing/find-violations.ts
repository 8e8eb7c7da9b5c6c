import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'

/** Half the size of the module's `source`, which every page would parse. */
const minifiedAxe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** The rules whose result depends on the colour scheme. */
export const colourRules: readonly string[] = ['color-contrast', 'link-in-text-block']

/**
 * Axe's violations on a page without frames. Without axe's package for Playwright, which loads axe twice for
 * each run and returns everything that passed too.
 */
export async function findViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(minifiedAxe)
  return page.evaluate(async (values) => {
    const { violations } = await (window as never as { axe: typeof axe }).axe.run(document, {
      reporter: 'no-passes',
      ...(values ? { runOnly: { type: 'rule', values: [...values] } } : {}),
    })
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
  }, rules)
}

/** Also what is wider than the window, in both colour schemes; each with the name of what is open. */
export async function findProblemsAt(
  widths: readonly number[],
  page: Page,
  name: string,
): Promise<string[]> {
  const found: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      found.push(...(await findViolations(page, colorScheme === 'dark' ? colourRules : undefined)))
    }
    const pageWidth = await page.evaluate(() => document.documentElement.scrollWidth)
    if (pageWidth > width) found.push(`${pageWidth} px wide at ${width} px`)
  }
  return found.map((problem) => `${name}: ${problem}`)
}
