/** axe finds nothing on any route and in any state, in light and dark. */
import AxeBuilder from '@axe-core/playwright'
import { expect } from '@playwright/test'
import { enter } from './accounts.ts'
import { test } from './journey.ts'
import { open, sampleAccount, withoutPictures } from './readers.ts'
import { views } from './views.ts'

for (const { name, path, reader, act } of views) {
  test(`axe finds nothing on ${name}`, async ({ page, context }) => {
    await withoutPictures(page)
    // Colours on their way from one to another are neither.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    if (reader) await enter(context, sampleAccount(reader))
    await open(page, path)
    await page.waitForLoadState('load')
    await act?.(page)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      // Our pages have no frames of others; without this axe opens another page to sum up.
      const axe = new AxeBuilder({ page }).setLegacyMode()
      // The scheme changes colours and nothing else.
      if (colorScheme === 'dark') axe.withRules(['color-contrast', 'link-in-text-block'])
      const { violations } = await axe.analyze()
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
      expect(found, colorScheme).toEqual([])
    }
  })
}
