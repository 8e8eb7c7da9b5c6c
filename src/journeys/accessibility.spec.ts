/** axe finds nothing on any route and in any state, in light and dark; and on phones, by samples. */
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { enter } from './accounts.ts'
import { test } from './journey.ts'
import { open, sampleAccount, withoutPictures } from './readers.ts'
import { views } from './views.ts'

async function violations(page: Page, rules?: string[]): Promise<string[]> {
  // Our pages have no frames of others; without this axe opens another page to sum up.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  if (rules) axe.withRules(rules)
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}

/** One of each kind of page that is laid out in another way there. */
const onPhonesToo = ['home', 'article-guest', 'search-found', 'menu-guest']

for (const { name, path, reader, act } of views) {
  test(`axe finds nothing on ${name}`, async ({ page, context }) => {
    await withoutPictures(page)
    // Colours on their way from one to another are neither.
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    if (reader) await enter(context, sampleAccount(reader))
    await open(page, path)
    await page.waitForLoadState('load')
    await act?.(page)
    expect(await violations(page)).toEqual([])
    if (onPhonesToo.includes(name)) {
      await page.setViewportSize({ width: 390, height: 844 })
      expect(await violations(page), 'on a phone').toEqual([])
    }
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    // The scheme changes colours and nothing else.
    expect(await violations(page, ['color-contrast', 'link-in-text-block']), 'dark').toEqual([])
  })
}
