/** The page frame: each rule of it by name. Which parts stand where is a table (layouts/frame.test.ts). */
import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { open, signIn, withoutPictures } from './readers.ts'
import type { SampleReader } from './views.ts'

const header = (page: Page) => page.getByRole('banner')
const bar = (page: Page) => page.getByRole('navigation', { name: 'Categories' })
const banner = (page: Page) => page.getByRole('complementary', { name: 'Gifts' })
const menu = (page: Page) => page.getByRole('dialog', { name: 'Menu' })
const desktop = { width: 1440, height: 900 }

/** What a reader can press or follow there, in the order in which it stands. */
async function words(place: ReturnType<Page['locator']>) {
  const found = await place.locator('a:visible, button:visible').all()
  // biome-ignore lint/performance/useDomNodeTextContent: what is hidden is not to count
  return Promise.all(found.map(async (item) => (await item.innerText()).trim()))
}

/** What the menu has for everybody, at its end. */
const rest = [
  'Search',
  'About us',
  'Gift a Subscription',
  'Newsletter',
  'Shop',
  'Latest Stories',
  'Editor’s Picks',
  'Culture',
  'Film & TV',
  'Food',
  'Business/Tech',
  'Politics',
  'Science & Technology',
  'Health',
  'Profiles',
  'Opinion',
  'Sports',
]
/** What it has for readers with an account. */
const own = ['Saved Articles', 'Events', 'Refer & Get $20', 'My account', 'Log out']
const openMenu = (page: Page) => header(page).getByRole('button', { name: 'Menu' }).click()

test.beforeEach(({ page }) => withoutPictures(page))

test.describe('the header', () => {
  test.use({ viewport: desktop })

  test('is black, has menu and search on the left, the wordmark in the centre', async ({
    page,
  }) => {
    await open(page, '/')
    expect(await words(header(page))).toEqual([
      'Menu',
      'Search',
      'The Verandah',
      'Log in',
      'Subscribe',
    ])
    await expect(header(page)).toHaveCSS('background-color', 'rgb(12, 10, 8)')
    for (const width of [390, 820, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const box = await header(page).getByRole('link', { name: 'The Verandah' }).boundingBox()
      const centre = await page.evaluate(() => document.documentElement.clientWidth / 2)
      expect(Math.abs(box!.x + box!.width / 2 - centre), `at ${width} px`).toBeLessThan(1)
    }
  })

  for (const reader of [null, 'registered', 'subscriber', 'ending', 'lapsed'] as const) {
    test(`has the wordmark in the centre of small screens for ${reader ?? 'a guest'}`, async ({
      page,
    }) => {
      if (reader) await signIn(page, reader, '/about')
      else await open(page, '/about')
      await expect(page).toHaveURL('/about')
      await page.waitForLoadState('load')
      await page.evaluate(() => document.fonts.ready)
      const wordmark = header(page).getByRole('link', { name: 'The Verandah' })
      const button = header(page).locator('.button:visible')
      const menuButton = header(page).getByRole('button', { name: 'Menu' })
      await expect(button).toHaveCount(1)
      for (const width of [320, 360, 375, 390]) {
        await page.setViewportSize({ width, height: 800 })
        const [name, left, right] = await Promise.all(
          [wordmark, menuButton, button].map(async (part) => (await part.boundingBox())!),
        )
        const centre = name!.x + name!.width / 2
        expect(Math.abs(centre - width / 2), `at ${width} px`).toBeLessThanOrEqual(1)
        // Its neighbours don't come near it, and the button isn't cut off.
        expect(name!.x - (left!.x + left!.width), `at ${width} px`).toBeGreaterThan(4)
        expect(right!.x - (name!.x + name!.width), `at ${width} px`).toBeGreaterThan(4)
        expect(right!.x + right!.width, `at ${width} px`).toBeLessThan(width)
      }
    })
  }

  test('shows search from medium screens, Log in on large ones', async ({ page }) => {
    await open(page, '/')
    await page.setViewportSize({ width: 820, height: 900 })
    expect(await words(header(page))).toEqual(['Menu', 'Search', 'The Verandah', 'Subscribe'])
    await page.setViewportSize({ width: 390, height: 900 })
    await expect(header(page).getByRole('link', { name: 'Search' })).toBeHidden()
    await expect(header(page).getByRole('link', { name: 'Subscribe' })).toBeVisible()
  })

  test('has no Log in on /login', async ({ page }) => {
    await open(page, '/login')
    expect(await words(header(page))).toEqual(['Menu', 'Search', 'The Verandah', 'Subscribe'])
  })

  test('has empty slots on /subscribe', async ({ page }) => {
    await open(page, '/subscribe')
    expect(await words(header(page))).toEqual(['The Verandah'])
  })

  const buttons: readonly (readonly [SampleReader, string, string])[] = [
    ['subscriber', 'Shop', 'https://shop.example.com/'],
    ['ending', 'Reactivate', '/settings'],
    ['lapsed', 'Restart', '/subscribe?source=header'],
    ['registered', 'Subscribe', '/subscribe?source=header'],
  ]
  for (const [reader, name, address] of buttons) {
    test(`has one button on the right for ${reader}@: ${name}`, async ({ page }) => {
      await signIn(page, reader, '/about')
      await expect(page).toHaveURL('/about')
      expect(await words(header(page))).toEqual(['Menu', 'Search', 'The Verandah', name])
      const button = header(page).getByRole('link', { name })
      await expect(button).toHaveAttribute('href', address)
      if (name === 'Shop') await expect(button).toHaveCSS('background-color', 'rgb(196, 32, 47)')
    })
  }

  test('has no Reactivate on /settings, where it leads', async ({ page }) => {
    await signIn(page, 'ending', '/settings')
    await expect(page).toHaveURL('/settings')
    expect(await words(header(page))).toEqual(['Menu', 'Search', 'The Verandah'])
  })

  test('has an empty right side while the status is undefined, like all that goes by it', async ({
    page,
  }) => {
    await signIn(page, 'subscriber', '/about')
    await expect(page).toHaveURL('/about')
    const url = page.url()
    await page.context().addCookies([{ name: 'reader', value: 'isSomethingNew', url }])
    let answer: (() => void) | undefined
    const asked = new Promise<void>((resolve) => {
      void page.route('**/api/subscription', async (route) => {
        resolve()
        await new Promise<void>((done) => {
          answer = done
        })
        await route.continue()
      })
    })
    await page.reload({ waitUntil: 'domcontentloaded' })
    await asked
    expect(await words(header(page))).toEqual(['Menu', 'Search', 'The Verandah'])
    await expect(banner(page)).toBeHidden()
    const footer = page.getByRole('contentinfo')
    await expect(footer.getByText('© ')).toBeVisible()
    await expect(footer.getByText('The Weekly, every Sunday')).toBeHidden()
    await openMenu(page)
    expect(await words(menu(page))).toEqual(['Close', ...own, ...rest])
    await page.keyboard.press('Escape')
    answer?.()
    await expect(header(page).getByRole('link', { name: 'Shop' })).toBeVisible()
  })
})

test.describe('the category bar', () => {
  test.use({ viewport: desktop })
  const inOrder = [
    'Latest Stories',
    'Editor’s Picks',
    'Culture',
    'Politics',
    'Film & TV',
    'Profiles',
    'Food',
    'Events',
  ]

  test('has its items in order, and Refer for readers with an account only', async ({ page }) => {
    await open(page, '/about')
    expect(await words(bar(page))).toEqual(inOrder)
    await signIn(page, 'registered', '/about')
    await expect(page).toHaveURL('/about')
    expect(await words(bar(page))).toEqual([...inOrder.slice(0, -1), 'Refer', 'Events'])
  })

  test('stands on large screens only', async ({ page }) => {
    await open(page, '/')
    await expect(bar(page)).toBeVisible()
    await page.setViewportSize({ width: 1023, height: 900 })
    await expect(bar(page)).toBeHidden()
  })

  test('highlights the current category in its colour, and its border takes it', async ({
    page,
  }) => {
    await open(page, '/category/politics')
    const current = bar(page).getByRole('link', { name: 'Politics' })
    await expect(current).toHaveAttribute('aria-current', 'page')
    const indigo = 'rgb(43, 63, 140)'
    await expect(current).toHaveCSS('color', indigo)
    await expect(bar(page)).toHaveCSS('border-bottom-color', indigo)
  })

  test('has a light grey border on articles, a black one elsewhere', async ({ page }) => {
    await open(page, '/about')
    await expect(bar(page)).toHaveCSS('border-bottom-color', 'rgb(211, 208, 202)')
    await open(page, '/')
    await expect(bar(page)).toHaveCSS('border-bottom-color', 'rgb(0, 0, 0)')
  })
})

test.describe('the menu', () => {
  test('is in order for a guest, and slides for nobody who wants no motion', async ({ page }) => {
    await open(page, '/about')
    await openMenu(page)
    expect(await words(menu(page))).toEqual(['Close', 'Subscribe', 'Log in', 'Events', ...rest])
    await expect(menu(page)).toHaveCSS('transition-duration', /^0\.16s/)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await expect(menu(page)).toHaveCSS('transition-duration', /^0s(, 0s)*$/)
  })

  const firsts: readonly (readonly [SampleReader, readonly string[]])[] = [
    ['subscriber', []],
    ['ending', ['Reactivate Subscription']],
    ['lapsed', ['Restart Subscription']],
    ['registered', ['Subscribe']],
  ]
  for (const [reader, first] of firsts) {
    test(`is in order for ${reader}@, with the button that matches`, async ({ page }) => {
      await signIn(page, reader, '/about')
      await expect(page).toHaveURL('/about')
      await openMenu(page)
      expect(await words(menu(page))).toEqual(['Close', ...first, ...own, ...rest])
    })
  }

  test('is a dialog: it takes the focus, keeps it and gives it back', async ({ page }) => {
    await open(page, '/about')
    const button = header(page).getByRole('button', { name: 'Menu' })
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(menu(page).getByRole('button', { name: 'Close' })).toBeFocused()
    const links = await menu(page).locator('a:visible, button:visible').count()
    for (let press = 0; press < 2 * links + 2; press++) {
      await page.keyboard.press('Tab')
      const isOutside = await page.evaluate(() => {
        const focused = document.activeElement
        // Between two rounds the browser's own controls have the focus, and the body stands for them.
        return focused !== document.body && !focused?.closest('dialog')
      })
      expect(isOutside, `after ${press + 1} times Tab`).toBe(false)
    }
    await page.keyboard.press('Escape')
    await expect(menu(page)).toBeHidden()
    await expect(button).toBeFocused()
  })

  test('closes on a press beside it', async ({ page }) => {
    await open(page, '/about')
    await openMenu(page)
    await page.mouse.click(1000, 400)
    await expect(menu(page)).toBeHidden()
  })

  test('logs out, goes to the front page and knows a guest', async ({ page }) => {
    await signIn(page, 'registered', '/about')
    // Not before its script has run: the menu opens without, and the button wants it.
    await page.waitForURL('/about')
    await openMenu(page)
    await menu(page).getByRole('button', { name: 'Log out' }).click()
    await expect(page).toHaveURL('/')
    await expect(header(page).getByRole('link', { name: 'Log in' })).toBeVisible()
    const names = (await page.context().cookies()).map(({ name }) => name)
    expect(names).not.toContain('__Host-session')
  })
})

test('the gift banner is for readers with an account, yellow, and leads to /gift', async ({
  page,
}) => {
  await open(page, '/about')
  await expect(banner(page)).toBeHidden()
  await signIn(page, 'registered', '/about')
  await expect(page).toHaveURL('/about')
  await expect(banner(page)).toBeVisible()
  await expect(banner(page)).toHaveCSS('background-color', 'rgb(249, 211, 66)')
  const link = banner(page).getByRole('link', { name: 'Give the joy of endless aha moments' })
  await expect(link).toHaveAttribute('href', '/gift')
})
