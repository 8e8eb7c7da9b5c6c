import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'

/** The minified script, which is half the size of the module's `source`. Every page parses it. */
const minifiedAxe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** The rules whose result depends on the colour scheme. They take two thirds of axe's time. */
const colourRules: readonly string[] = ['color-contrast', 'link-in-text-block']
const newTexts = 'data-new-text'

async function loadAxe(page: Page) {
  if (await page.evaluate(() => 'axe' in window)) return
  const devtools = await page.context().newCDPSession(page)
  // Unlike Playwright's `evaluate`, this call reuses code that the browser compiled for an earlier page.
  await devtools.send('Runtime.evaluate', { expression: minifiedAxe })
  await devtools.detach()
}

/** Runs axe without its Playwright package, which loads axe twice per run and also returns everything that passed. */
async function runAxe(page: Page, options: axe.RunOptions, selector = 'html'): Promise<string[]> {
  await loadAxe(page)
  return page.evaluate(
    async ([options, selector]) => {
      const { violations } = await (window as never as { axe: typeof axe }).axe.run(
        selector === 'html' ? document : { include: [selector] },
        // These options leave out frames, media and other sites' styles.
        { reporter: 'no-passes', iframes: false, preload: false, ...options },
      )
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
    },
    [options, selector] as const,
  )
}

const runOnly = (rules: readonly string[]) => ({ type: 'rule' as const, values: [...rules] })

/** Finds axe's violations on a page without frames. */
export const findViolations = (page: Page, rules?: readonly string[]) =>
  runAxe(page, rules ? { runOnly: runOnly(rules) } : {})

export const findViolationsWithoutColours = (page: Page) =>
  runAxe(page, { rules: Object.fromEntries(colourRules.map((id) => [id, { enabled: false }])) })

/** Marks text unless its look is known: the tags, classes and styles of the element and those around it. */
const markNewTexts = (page: Page, knownLooks: ReadonlySet<number>) =>
  page.evaluate(
    ([attribute, known]) => {
      const hashes = new Map<Element | null, number>([[null, 0]])
      const hashLook = (element: Element): number => {
        const style = getComputedStyle(element)
        const { color, backgroundColor, backgroundImage, opacity, textDecorationLine } = style
        const colours = [color, backgroundColor, backgroundImage, opacity, textDecorationLine]
        let hash = hashes.get(element.parentElement) ?? hashLook(element.parentElement!)
        const look = [
          element.tagName,
          element.className,
          ...colours,
          style.fontSize,
          style.fontWeight,
        ]
        for (const char of look.join()) hash = (Math.imul(hash, 31) + char.charCodeAt(0)) | 0
        hashes.set(element, hash)
        return hash
      }
      const looks = new Set(known)
      for (const element of document.body.querySelectorAll('*')) {
        element.removeAttribute(attribute)
        const hasText = [...element.childNodes].some(
          ({ nodeType, nodeValue }) => nodeType === Node.TEXT_NODE && nodeValue!.trim(),
        )
        if (!hasText && !element.matches('input, select, textarea')) continue
        if (!element.checkVisibility({ visibilityProperty: true })) continue
        const hash = hashLook(element)
        if (!looks.has(hash)) element.setAttribute(attribute, '')
        looks.add(hash)
      }
      return [...looks]
    },
    [newTexts, [...knownLooks]] as const,
  )

/** Finds colour violations in texts whose look isn't known yet. Adds their looks. */
export async function findColourViolations(page: Page, knownLooks: Set<number>) {
  const { size } = knownLooks
  for (const look of await markNewTexts(page, knownLooks)) knownLooks.add(look)
  if (knownLooks.size === size) return []
  return runAxe(page, { runOnly: runOnly(colourRules) }, `[${newTexts}]`)
}

/** Finds violations in both colour schemes, and elements wider than the window, each with the name of the open view. */
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
