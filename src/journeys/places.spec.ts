/** Links to places within stories. */
import { expect } from '@playwright/test'
import { signInWithIdToken } from './testing/journey-accounts.ts'
import { test } from './testing/journey-test.ts'
import {
  holdRequests,
  locateBody,
  locateWall,
  openPage,
  sampleAccount,
  waitForScript,
} from './testing/page-actions.ts'

test('a link to a place in the closed part leads there, unless the reader has scrolled', async ({
  page,
  context,
}) => {
  // Turns off smooth scrolling, which would still be running when positions are read.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signInWithIdToken(context, sampleAccount('subscriber'))
  const heading = page.getByRole('heading', { name: 'آخری شام' })
  const note = page.getByText('the first day after the full moon')
  const readY = () => page.evaluate(() => scrollY)

  /** Opens a page whose text arrives after everything else, once the reader has done something. */
  async function openSlowly(address: string, act: () => Promise<unknown> = async () => {}) {
    const release = await holdRequests(page, '**/api/articles/*/body')
    const script = page.waitForResponse(/reader-story/)
    await openPage(page, address)
    await waitForScript(page, script)
    await act()
    release()
    await expect(locateBody(page)).toBeVisible()
    // The page has finished its work on the text.
    await expect(locateWall(page).locator('..')).toHaveAttribute('hidden')
  }

  await openSlowly('/the-tea-house-on-nisbat-road#on-آخری-شام')
  await expect(heading).toBeInViewport()

  const path = '/six-days-to-make-a-cow#fn1'
  await openSlowly(path, async () => {
    await page.mouse.wheel(0, 90)
    await expect.poll(readY).toBe(90)
  })
  expect(await readY()).toBe(90)
  await expect(note).not.toBeInViewport()

  // The reader follows a link to a place later, and goes back.
  await openSlowly(path.replace('#fn1', ''), () =>
    page.getByLabel('Note 1', { exact: true }).first().click(),
  )
  await expect(note).toBeInViewport()
  await page.getByLabel('Back to the text at note 1').click()
  await expect(note).not.toBeInViewport()
  await page.goBack()
  await expect(note).toBeInViewport()
  await page.evaluate(() => scrollTo({ top: 0 }))
  await openPage(page, '/about')
  await page.goBack()
  await expect(locateWall(page).locator('..')).toHaveAttribute('hidden')
  expect(await readY()).toBe(0)
})
