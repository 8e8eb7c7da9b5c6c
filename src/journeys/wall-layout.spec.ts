import { expect } from '@playwright/test'
import { test } from './testing/journey-test.ts'
import {
  listLayoutShifts,
  locateOffer,
  locateWall,
  openPage,
  waitForFonts,
} from './testing/page-actions.ts'
import { scrollToWall, wallEndpoint, wallViews } from './testing/wall-views.ts'

test('nothing visible moves when the wall’s offer arrives, and no gap is left below the wall', async ({
  page,
}) => {
  const moves: string[] = []
  for (const [width, pattern] of [
    [320, /^wall-(?:used|friend)$/],
    [390, /^wall-(?:free-friend|used)$/],
    [1280, /^wall-(?:free|used|used-all)$/],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    for (const view of wallViews.filter(({ name }) => pattern.test(name))) {
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      await page.route(wallEndpoint, async (route) => {
        await released
        await route.fulfill({ json: view.answers!['GET /api/articles/:slug/wall'] })
      })
      const asked = page.waitForRequest(wallEndpoint)
      await openPage(page, view.path)
      await waitForFonts(page)
      await scrollToWall(page)
      await asked
      const earlier = await listLayoutShifts(page)
      release()
      await locateOffer(page).waitFor()
      const frame = await locateWall(page).boundingBox()
      const offer = await locateOffer(page).boundingBox()
      const emptyHeight = frame!.height - offer!.height
      if (emptyHeight > 0) moves.push(`${view.name} at ${width} px: ${emptyHeight} px are empty`)
      const shifts = (await listLayoutShifts(page)).slice(earlier.length)
      moves.push(...shifts.map((shift) => `${view.name} at ${width} px: ${shift}`))
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    }
  }
  expect(moves).toEqual([])
})
