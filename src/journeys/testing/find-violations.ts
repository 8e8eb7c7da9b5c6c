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
