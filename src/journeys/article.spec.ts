/** Everything around an article: sharing, text selection, rating, progress, footnotes. */
import { expect, type Page } from '@playwright/test'
import { createReaderWithSession } from '../../functions/testing/edge-client.ts'
import { openPageAs, signInWithIdToken } from './testing/journey-accounts.ts'
import { test } from './testing/journey-test.ts'
import {
  addSessionCookies,
  forbidTracking,
  locateBody,
  locateOffer,
  sampleAccount,
  sampleArticles,
} from './testing/page-actions.ts'

const articleWithFootnotes = 'six-days-to-make-a-cow'
const buildShareUrl = (baseURL: string | undefined, slug: string) =>
  new URL(`/${slug}?utm_source=share`, baseURL).href

const locateRatingStatus = (page: Page) => page.locator('form[data-rating]').getByRole('status')

function recordRatings(page: Page) {
  const sentRatings: Promise<[number, number]>[] = []
  page.on('requestfinished', (request) => {
    if (!request.url().includes('/api/ratings/') || request.method() !== 'PUT') return
    const answered = request.response().then((response) => response!.status())
    sentRatings.push(answered.then((status) => [status, request.postDataJSON().rating]))
  })
  return () => Promise.all(sentRatings)
}

/** So that results don't depend on the machine. */
async function disableWebShare(page: Page) {
  await page.addInitScript(() => {
    delete (Navigator.prototype as { share?: unknown }).share
  })
}

async function recordEvents(page: Page) {
  await page.addInitScript(() => {
    const sentEvents: Promise<string>[] = []
    Object.assign(window, { sentEvents })
    navigator.sendBeacon = (_address, body) => {
      sentEvents.push((body as Blob).text())
      return true
    }
  })
  return async (name: string) => {
    const bodies = await page.evaluate(async () => {
      Object.defineProperty(document, 'hidden', { value: true, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
      Reflect.deleteProperty(document, 'hidden')
      return Promise.all((window as unknown as { sentEvents: Promise<string>[] }).sentEvents)
    })
    const events = bodies.flatMap(
      (body) => JSON.parse(body).batch as { event?: string; properties?: unknown }[],
    )
    return events.filter(({ event }) => event === name).map(({ properties }) => properties)
  }
}

const selectText = (page: Page, selector: string, index = 0) =>
  page
    .locator(selector)
    .nth(index)
    .evaluate((element) => {
      element.scrollIntoView({ block: 'center', behavior: 'instant' })
      getSelection()!.selectAllChildren(element)
    })

const locateSelectionBar = (page: Page) =>
  page.getByRole('region', { name: 'Share the selected text' })

test('a story is shared from a menu, by keyboard', async ({ page, context, baseURL }) => {
  await disableWebShare(page)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const events = await recordEvents(page)
  const { slug } = sampleArticles.public
  await page.goto(`/${slug}`)
  const button = page.getByRole('button', { name: 'Share' }).first()
  await button.focus()
  await page.keyboard.press('Enter')
  const menu = page.getByRole('region', { name: 'Share this story' })
  await expect(menu).toBeVisible()
  const whatsapp = await menu.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')
  expect(new URL(whatsapp!).searchParams.get('text')).toContain(buildShareUrl(baseURL, slug))
  await menu.getByRole('button', { name: 'Copy link' }).click()
  await expect(menu.getByRole('status')).toHaveText('Link copied.')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    buildShareUrl(baseURL, slug),
  )
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(button).toBeFocused()
  expect(await events('Article Shared')).toEqual([{ slug, channel: 'link' }])
})

test('a story is shared with the system’s dialog if available', async ({ page, baseURL }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'share', {
      configurable: true,
      value: async (data: unknown) => Object.assign(window, { shared: data }),
    })
  })
  const { slug } = sampleArticles.public
  await page.goto(`/${slug}`)
  await page.getByRole('button', { name: 'Share' }).first().click()
  await expect
    .poll(() => page.evaluate(() => (window as { shared?: { url: string } }).shared?.url))
    .toBe(buildShareUrl(baseURL, slug))
  await expect(page.getByRole('region', { name: 'Share this story' })).toBeHidden()
})

test('selected closed text is shared with a link to it', async ({ page, context, baseURL }) => {
  await disableWebShare(page)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInWithIdToken(context, sampleAccount('subscriber'))
  const events = await recordEvents(page)
  await page.goto(`/${articleWithFootnotes}`)
  await expect(locateBody(page)).toBeVisible()
  await selectText(page, '[data-article-body] p', 3)
  await expect(locateSelectionBar(page)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(locateSelectionBar(page).getByRole('button', { name: 'Copy link' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(locateSelectionBar(page).getByRole('button', { name: 'Copied' })).toBeVisible()
  const clipboardText = await page.evaluate(() => navigator.clipboard.readText())
  // Test stacks append a word for the leak test to paragraphs.
  expect(clipboardText).toContain(
    `${buildShareUrl(baseURL, articleWithFootnotes)}#:~:text=${encodeURIComponent('“It’s Gai Jatra,” says the aunt. “They’re supposed to laugh.”')}`,
  )
  await page.keyboard.press('Escape')
  await expect(locateSelectionBar(page)).toBeHidden()
  expect(await events('Highlighted Text Shared')).toEqual([
    { slug: articleWithFootnotes, channel: 'link' },
  ])
})

test('the wall’s text and very short selections can’t be shared', async ({ page }) => {
  await page.goto(`/${articleWithFootnotes}`)
  await selectText(page, '.prose > p')
  await expect(locateSelectionBar(page)).toBeVisible()
  // Its text is replaced once the server has answered.
  await locateOffer(page).waitFor()
  await selectText(page, '[data-wall] p')
  await expect(locateSelectionBar(page)).toBeHidden()
  await selectText(page, '.prose > p')
  await expect(locateSelectionBar(page)).toBeVisible()
  await page.evaluate(() => {
    const text = document.querySelector('.prose > p + p')!.firstChild!
    getSelection()!.setBaseAndExtent(text, 0, text, 9)
  })
  await expect(locateSelectionBar(page)).toBeHidden()
})

test('a guest rates a story, and changes the rating', async ({ page }) => {
  const events = await recordEvents(page)
  const { slug } = sampleArticles.public
  await page.goto(`/${slug}`)
  const rating = page.getByRole('group', { name: 'How was this story?' })
  await rating.getByRole('radio', { name: '3' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(rating.getByRole('radio', { name: '4' })).toBeChecked()
  const sentRatings = recordRatings(page)
  await page.getByRole('button', { name: 'Send rating' }).click()
  await expect(locateRatingStatus(page)).toHaveText('Thank you. You gave this story 4 out of 5.')
  // The first call only sets the device cookie.
  expect(await sentRatings()).toEqual([
    [428, 4],
    [200, 4],
  ])
  expect(await events('Article Rated')).toEqual([{ slug, rating: 4 }])
  await page.reload()
  await expect(locateRatingStatus(page)).toHaveText('Thank you. You gave this story 4 out of 5.')
  await expect(rating.getByRole('radio', { name: '4' })).toBeChecked()
  await rating.getByRole('radio', { name: '2' }).check()
  await page.getByRole('button', { name: 'Change rating' }).click()
  await expect(locateRatingStatus(page)).toHaveText('Thank you. You gave this story 2 out of 5.')
  expect((await sentRatings()).at(-1)).toEqual([200, 2])
})

test('a reader’s rating is shown on another device', async ({ page, otherDevice, baseURL }) => {
  const { slug } = sampleArticles.public
  const reader = await createReaderWithSession()
  await addSessionCookies(page.context(), reader.cookies, baseURL!)
  await page.goto(`/${slug}`)
  await page.getByRole('radio', { name: '5' }).check()
  await page.getByRole('button', { name: 'Send rating' }).click()
  await expect(locateRatingStatus(page)).toHaveText('Thank you. You gave this story 5 out of 5.')
  await addSessionCookies(otherDevice, reader.cookies, baseURL!)
  const otherPage = await otherDevice.newPage()
  await otherPage.goto(`/${slug}`)
  await otherPage.getByText('How was this story?').scrollIntoViewIfNeeded()
  await expect(locateRatingStatus(otherPage)).toHaveText(
    'Thank you. You gave this story 5 out of 5.',
  )
  await expect(otherPage.getByRole('radio', { name: '5' })).toBeChecked()
})

test('a reader who forbids tracking can rate a story', async ({ page }) => {
  await forbidTracking(page)
  const events = await recordEvents(page)
  await page.goto(`/${sampleArticles.public.slug}`)
  await page.getByRole('radio', { name: '1' }).check()
  const savedResponse = page.waitForResponse(
    (response) => response.url().includes('/api/ratings/') && response.ok(),
  )
  await page.getByRole('button', { name: 'Send rating' }).click()
  expect(await (await savedResponse).json()).toEqual({ rating: 1 })
  await expect(locateRatingStatus(page)).toHaveText('Thank you. You gave this story 1 out of 5.')
  expect(await events('Article Rated')).toEqual([])
})

test('a rating that isn’t stored isn’t confirmed', async ({ page }) => {
  const events = await recordEvents(page)
  await page.goto(`/${sampleArticles.public.slug}`)
  await page.getByRole('radio', { name: '3' }).check()
  const message = 'We couldn’t save your rating. The fault is ours: try again in a minute.'
  await page.route('**/api/ratings/*', (route) =>
    route.fulfill({ status: 503, json: { error: { code: 'unavailable', message } } }),
  )
  await page.getByRole('button', { name: 'Send rating' }).click()
  await expect(locateRatingStatus(page)).toHaveText(message)
  expect(await events('Article Rated')).toEqual([])
  await page.unroute('**/api/ratings/*')
  // A browser that doesn't store the cookie.
  await page.route('**/api/ratings/*', async (route) => {
    const response = await route.fetch()
    const { 'set-cookie': _, ...headers } = response.headers()
    await page.context().clearCookies()
    await route.fulfill({ response, headers })
  })
  await page.getByRole('button', { name: 'Send rating' }).click()
  await expect(locateRatingStatus(page)).toContainText('didn’t accept the cookie')
  await expect(page.getByRole('radio', { name: '3' })).toBeChecked()
})

test('a reader at the wall isn’t asked for a rating', async ({ page }) => {
  await page.goto(`/${sampleArticles.metered.slug}`)
  await expect(page.getByText('How was this story?')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Share' })).toHaveCount(1)
})

test('the progress bar follows the scrolling, except with reduced motion', async ({ page }) => {
  await page.goto(`/${sampleArticles.public.slug}`)
  const progressBar = page.locator('.progress')
  const length = () =>
    progressBar.evaluate((element) => element.getBoundingClientRect().width / innerWidth)
  await expect.poll(length).toBe(0)
  await page.evaluate(() => {
    const { bottom } = document.querySelector('.text')!.getBoundingClientRect()
    scrollTo({ top: bottom - innerHeight, behavior: 'instant' })
  })
  await expect.poll(length).toBeGreaterThan(0.99)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect(progressBar).toBeHidden()
})

test('a footnote links to its text and back', async ({ page }) => {
  await openPageAs(page, 'subscriber', `/${articleWithFootnotes}`)
  await expect(locateBody(page)).toBeVisible()
  await page.getByLabel('Note 1', { exact: true }).click()
  await expect(page).toHaveURL(/#fn1$/)
  await expect(page.getByText('the first day after the full moon')).toBeInViewport()
  await page.getByLabel('Back to the text at note 1').click()
  await expect(page).toHaveURL(/#fnref1$/)
})

test('a guest sees no numbers of closed footnotes', async ({ page }) => {
  await page.goto(`/${articleWithFootnotes}`)
  await expect(page.locator('.footnote-ref')).toBeHidden()
})
