/** Pages load the Latin fonts, and those of the writing systems that the reader sees. */
import { expect, type Page } from '@playwright/test'
import { createReaderWithSession, stack } from '../../functions/testing/edge-client.ts'
import { test } from './testing/journey-test.ts'
import {
  addSessionCookies,
  listLayoutShifts,
  openPage,
  sampleArticles,
  waitForFonts,
} from './testing/page-actions.ts'

const latinFontPattern =
  /^(?:hanken-grotesk|newsreader-(?:text|text-strong|text-italic|display))(?:-others)?$/
/** The limit for an article's Latin fonts. */
const maxLatinBytes = 55_000

function recordFonts(page: Page) {
  const requests: Promise<{ name: string; bytes: number }>[] = []
  page.on('response', (response) => {
    const file = new URL(response.url()).pathname.match(/\/([^/]+)\.[\w-]+\.woff2$/)
    if (file)
      requests.push(response.body().then(({ length }) => ({ name: file[1]!, bytes: length })))
  })
  return async () => {
    await waitForFonts(page)
    const fonts = await Promise.all(requests)
    // A preloaded font may be requested twice.
    const loaded = [...new Map(fonts.map((font) => [font.name, font])).values()]
    const bytes = loaded
      .filter(({ name }) => latinFontPattern.test(name))
      .reduce((sum, font) => sum + font.bytes, 0)
    return { latinBytes: bytes, others: loaded.filter(({ name }) => !latinFontPattern.test(name)) }
  }
}

const listFontNames = (fonts: readonly { name: string }[]) =>
  fonts.map(({ name }) => name.replace(/^noto-|-(?:400|wght)-normal$/g, '')).sort()

const countFontRules = (page: Page) =>
  page.evaluate(() => [...document.fonts].filter(({ family }) => /Other|Naskh/.test(family)).length)

for (const path of ['/', `/${sampleArticles.public.slug}`]) {
  test(`${path} loads nothing for other writing systems`, async ({ page }) => {
    const fonts = recordFonts(page)
    await openPage(page, path)
    const { latinBytes, others } = await fonts()
    expect(others).toEqual([])
    expect(latinBytes).toBeLessThan(maxLatinBytes)
    expect(await countFontRules(page)).toBe(0)
  })
}

test('the text font has the rupee sign, in a file that loads where it occurs', async ({ page }) => {
  await openPage(page, `/${sampleArticles.public.slug}`)
  const widths = await page.evaluate(async () => {
    await document.fonts.load('100px Newsreader', '₹')
    const context = document.createElement('canvas').getContext('2d')!
    return ['monospace', 'serif'].map((fallback) => {
      context.font = `100px Newsreader, ${fallback}`
      return context.measureText('₹').width
    })
  })
  expect(widths[0]).toBe(widths[1])
})

test('a page with Urdu loads only Nastaliq, without a layout shift', async ({ page }) => {
  const fonts = recordFonts(page)
  await openPage(page, '/the-week-she-stopped-saying-aap')
  const { latinBytes, others } = await fonts()
  expect(listFontNames(others)).toEqual(['nastaliq-urdu-arabic'])
  expect(others[0]!.bytes).toBeLessThan(165_000)
  expect(latinBytes).toBeLessThan(maxLatinBytes)
  expect(await listLayoutShifts(page)).toEqual([])
  // Characters used in English load no other font.
  await page.evaluate(async () => {
    document.querySelector('.prose')!.append('₹ ‐ ‑ ◌ é')
    await new Promise(requestAnimationFrame)
    await document.fonts.ready
  })
  expect(listFontNames((await fonts()).others)).toEqual(['nastaliq-urdu-arabic'])
})

test('a biography loads its font when it is near, without a layout shift', async ({ page }) => {
  const fonts = recordFonts(page)
  await openPage(page, '/fathers-in-pencil')
  const { latinBytes, others } = await fonts()
  expect(others).toEqual([])
  expect(latinBytes).toBeLessThan(maxLatinBytes)
  const biography = page.getByText('သီရိလှိုင်')
  const loading = page.waitForResponse(/noto-serif-myanmar/)
  await biography.scrollIntoViewIfNeeded()
  await loading
  expect(listFontNames((await fonts()).others)).toEqual(['serif-myanmar-myanmar'])
  expect(await listLayoutShifts(page)).toEqual([])
})

test('a story in all writing systems loads one font for each', async ({ page }) => {
  const fonts = recordFonts(page)
  await openPage(page, `/${sampleArticles.scripts.slug}`)
  const { others } = await fonts()
  expect(listFontNames(others)).toEqual([
    'nastaliq-urdu-arabic',
    'sans-kannada-kannada',
    'sans-meetei-mayek-meetei-mayek',
    'sans-ol-chiki-ol-chiki',
    'sans-oriya-oriya',
    'sans-thaana-thaana',
    'serif-bengali-bengali',
    'serif-devanagari-devanagari',
    'serif-gujarati-gujarati',
    'serif-gurmukhi-gurmukhi',
    'serif-malayalam-malayalam',
    'serif-myanmar-myanmar',
    'serif-sinhala-sinhala',
    'serif-tamil-tamil',
    'serif-telugu-telugu',
    'serif-tibetan-tibetan',
  ])
  const verse = page.locator('blockquote p')
  await expect(verse).toHaveAttribute('lang', 'ur')
  await expect(verse).toHaveAttribute('dir', 'rtl')
  await expect(page.locator('[lang="und-Thaa"]')).toHaveAttribute('dir', 'rtl')
})

test('a closed part loads its fonts only when opened', async ({ page, otherDevice }) => {
  // In Dari, which is set in Naskh.
  const path = '/admitted-three-times'
  const guestFonts = recordFonts(page)
  await openPage(page, path)
  expect((await guestFonts()).others).toEqual([])

  const { cookies } = await createReaderWithSession({}, { isSubscribed: true })
  await addSessionCookies(otherDevice, cookies, stack.siteUrl)
  const subscriberPage = await otherDevice.newPage()
  const subscriberFonts = recordFonts(subscriberPage)
  await openPage(subscriberPage, path)
  await expect(subscriberPage.locator('[lang="prs"]')).toBeVisible()
  expect(listFontNames((await subscriberFonts()).others)).toEqual(['naskh-arabic-arabic'])
})
