/** What stands around an article: sharing, words shared, rating, progress, notes. */
import { expect, type Page } from '@playwright/test'
import { ownReader } from '../../functions/edge-client.ts'
import { test } from './journey.ts'
import { samples, signIn, takeCookies, withoutPictures } from './readers.ts'

const withNotes = 'six-days-to-make-a-cow'
const addressOf = (baseURL: string | undefined, slug: string) => new URL(`/${slug}`, baseURL).href

const ratingStatus = (page: Page) => page.locator('form[data-rating]').getByRole('status')

/** Status and rating of each call, once it is answered. */
function ratingsSent(page: Page) {
  const sent: Promise<[number, number]>[] = []
  page.on('requestfinished', (request) => {
    if (!request.url().includes('/api/ratings/') || request.method() !== 'PUT') return
    const answered = request.response().then((response) => response!.status())
    sent.push(answered.then((status) => [status, request.postDataJSON().rating]))
  })
  return () => Promise.all(sent)
}

/** The browser's own ways are replaced where a machine may have them or not. */
async function withoutWebShare(page: Page) {
  await page.addInitScript(() => {
    delete (Navigator.prototype as { share?: unknown }).share
  })
}

/** What beacons have taken to the collector, by the event's name, once the page is left alone. */
async function recordEvents(page: Page) {
  await page.addInitScript(() => {
    const sent: Promise<string>[] = []
    Object.assign(window, { sent })
    navigator.sendBeacon = (_address, body) => {
      sent.push((body as Blob).text())
      return true
    }
  })
  return async (name: string) => {
    const bodies = await page.evaluate(async () => {
      Object.defineProperty(document, 'hidden', { value: true, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
      Reflect.deleteProperty(document, 'hidden')
      return Promise.all((window as unknown as { sent: Promise<string>[] }).sent)
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

const bar = (page: Page) => page.getByRole('region', { name: 'Share the words you have selected' })

test.beforeEach(({ page }) => withoutPictures(page))

test('a story is shared by a menu that keys open and close', async ({ page, context, baseURL }) => {
  await withoutWebShare(page)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const events = await recordEvents(page)
  const { slug } = samples.public
  await page.goto(`/${slug}`)
  const button = page.getByRole('button', { name: 'Share' }).first()
  await button.focus()
  await page.keyboard.press('Enter')
  const menu = page.getByRole('region', { name: 'Share this story' })
  await expect(menu).toBeVisible()
  const whatsapp = await menu.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')
  expect(new URL(whatsapp!).searchParams.get('text')).toContain(addressOf(baseURL, slug))
  await menu.getByRole('button', { name: 'Copy the link' }).click()
  await expect(menu.getByRole('status')).toHaveText('The link is copied.')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(addressOf(baseURL, slug))
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(button).toBeFocused()
  expect(await events('Article Shared')).toEqual([{ slug, channel: 'link' }])
})

test('a story is shared the way of the system, where it has one', async ({ page, baseURL }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'share', {
      configurable: true,
      value: async (data: unknown) => Object.assign(window, { shared: data }),
    })
  })
  const { slug } = samples.public
  await page.goto(`/${slug}`)
  await page.getByRole('button', { name: 'Share' }).first().click()
  await expect
    .poll(() => page.evaluate(() => (window as { shared?: { url: string } }).shared?.url))
    .toBe(addressOf(baseURL, slug))
  await expect(page.getByRole('region', { name: 'Share this story' })).toBeHidden()
})

test('words of the closed part are shared with an address that leads to them', async ({
  page,
  context,
  baseURL,
}) => {
  await withoutWebShare(page)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, 'subscriber', `/${withNotes}`)
  await expect(page.locator('[data-rest]')).toBeVisible()
  const events = await recordEvents(page)
  await page.goto(`/${withNotes}`)
  await expect(page.locator('[data-rest]')).toBeVisible()
  await selectText(page, '[data-rest] p', 3)
  await expect(bar(page)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(bar(page).getByRole('button', { name: 'Copy link' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(bar(page).getByRole('button', { name: 'Copied' })).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  // The paragraphs of a stack of checks go on with a word of the leak test.
  expect(copied).toContain(
    `${addressOf(baseURL, withNotes)}#:~:text=${encodeURIComponent('“It’s Gai Jatra,” says the aunt. “They’re supposed to laugh.”')}`,
  )
  await page.keyboard.press('Escape')
  await expect(bar(page)).toBeHidden()
  expect(await events('Highlighted Text Shared')).toEqual([{ slug: withNotes, channel: 'link' }])
})

test('nothing is offered for words of the wall, nor for two words', async ({ page }) => {
  await page.goto(`/${withNotes}`)
  await selectText(page, '.prose > p')
  await expect(bar(page)).toBeVisible()
  await selectText(page, '[data-wall] p')
  await expect(bar(page)).toBeHidden()
  await selectText(page, '.prose > p')
  await expect(bar(page)).toBeVisible()
  await page.evaluate(() => {
    const text = document.querySelector('.prose > p + p')!.firstChild!
    getSelection()!.setBaseAndExtent(text, 0, text, 9)
  })
  await expect(bar(page)).toBeHidden()
})

test('a guest rates a story, sees it again, and changes it', async ({ page }) => {
  const events = await recordEvents(page)
  const { slug } = samples.public
  await page.goto(`/${slug}`)
  const rating = page.getByRole('group', { name: 'How was this story?' })
  await rating.getByRole('radio', { name: '3' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(rating.getByRole('radio', { name: '4' })).toBeChecked()
  const sent = ratingsSent(page)
  await page.getByRole('button', { name: 'Send rating' }).click()
  await expect(ratingStatus(page)).toHaveText('Thank you. You gave this story 4 of 5.')
  // The first call gets this device its cookie.
  expect(await sent()).toEqual([
    [428, 4],
    [200, 4],
  ])
  expect(await events('Article Rated')).toEqual([{ slug, rating: 4 }])
  await page.reload()
  await expect(ratingStatus(page)).toHaveText('Thank you. You gave this story 4 of 5.')
  await expect(rating.getByRole('radio', { name: '4' })).toBeChecked()
  await rating.getByRole('radio', { name: '2' }).check()
  await page.getByRole('button', { name: 'Change rating' }).click()
  await expect(ratingStatus(page)).toHaveText('Thank you. You gave this story 2 of 5.')
  expect((await sent()).at(-1)).toEqual([200, 2])
})

test('a reader’s rating is there on their other device', async ({ page, browser, baseURL }) => {
  const { slug } = samples.public
  const reader = await ownReader()
  await takeCookies(page.context(), reader.cookies, baseURL!)
  await page.goto(`/${slug}`)
  await page.getByRole('radio', { name: '5' }).check()
  await page.getByRole('button', { name: 'Send rating' }).click()
  await expect(ratingStatus(page)).toHaveText('Thank you. You gave this story 5 of 5.')
  const other = await browser.newContext({ baseURL: baseURL! })
  await takeCookies(other, reader.cookies, baseURL!)
  const elsewhere = await other.newPage()
  await withoutPictures(elsewhere)
  await elsewhere.goto(`/${slug}`)
  await elsewhere.getByText('How was this story?').scrollIntoViewIfNeeded()
  await expect(ratingStatus(elsewhere)).toHaveText('Thank you. You gave this story 5 of 5.')
  await expect(elsewhere.getByRole('radio', { name: '5' })).toBeChecked()
  await other.close()
})

test('a reader who asks not to be tracked rates a story as well', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })
  })
  const events = await recordEvents(page)
  await page.goto(`/${samples.public.slug}`)
  await page.getByRole('radio', { name: '1' }).check()
  const stored = page.waitForResponse(
    (response) => response.url().includes('/api/ratings/') && response.ok(),
  )
  await page.getByRole('button', { name: 'Send rating' }).click()
  expect(await (await stored).json()).toEqual({ rating: 1 })
  await expect(ratingStatus(page)).toHaveText('Thank you. You gave this story 1 of 5.')
  expect(await events('Article Rated')).toEqual([])
})

test('a rating that isn’t stored is not thanked for', async ({ page }) => {
  const events = await recordEvents(page)
  await page.goto(`/${samples.public.slug}`)
  await page.getByRole('radio', { name: '3' }).check()
  const message = 'We couldn’t save your rating. The fault is ours: try again in a minute.'
  await page.route('**/api/ratings/*', (route) =>
    route.fulfill({ status: 503, json: { error: { code: 'unavailable', message } } }),
  )
  await page.getByRole('button', { name: 'Send rating' }).click()
  await expect(ratingStatus(page)).toHaveText(message)
  expect(await events('Article Rated')).toEqual([])
  await page.unroute('**/api/ratings/*')
  // A browser that doesn't keep the cookie.
  await page.route('**/api/ratings/*', async (route) => {
    const response = await route.fetch()
    const { 'set-cookie': _, ...headers } = response.headers()
    await page.context().clearCookies()
    await route.fulfill({ response, headers })
  })
  await page.getByRole('button', { name: 'Send rating' }).click()
  await expect(ratingStatus(page)).toContainText('didn’t accept the cookie')
  await expect(page.getByRole('radio', { name: '3' })).toBeChecked()
})

test('a reader at the wall isn’t asked for a rating', async ({ page }) => {
  await page.goto(`/${samples.metered.slug}`)
  await expect(page.getByText('How was this story?')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Share' })).toHaveCount(1)
})

test('the thread follows the reading, and not under reduced motion', async ({ page }) => {
  await page.goto(`/${samples.public.slug}`)
  const thread = page.locator('.progress')
  const length = () =>
    thread.evaluate((element) => element.getBoundingClientRect().width / innerWidth)
  await expect.poll(length).toBe(0)
  await page.evaluate(() => {
    const { bottom } = document.querySelector('.text')!.getBoundingClientRect()
    scrollTo({ top: bottom - innerHeight, behavior: 'instant' })
  })
  await expect.poll(length).toBeGreaterThan(0.99)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect(thread).toBeHidden()
})

test('a note is read, and left again', async ({ page }) => {
  await signIn(page, 'subscriber', `/${withNotes}`)
  await expect(page.locator('[data-rest]')).toBeVisible()
  await page.getByLabel('Note 1', { exact: true }).click()
  await expect(page).toHaveURL(/#fn1$/)
  await expect(page.getByText('the first day after the full moon')).toBeInViewport()
  await page.getByLabel('Back to the text at note 1').click()
  await expect(page).toHaveURL(/#fnref1$/)
})

test('a guest meets no number of a note that is closed to them', async ({ page }) => {
  await page.goto(`/${withNotes}`)
  await expect(page.locator('.footnote-ref')).toBeHidden()
})
