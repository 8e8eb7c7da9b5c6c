/** Which fonts a page loads: the Latin ones, and those of the writing systems that a reader sees on it. */
import { expect, type Page } from '@playwright/test'
import { ownReader, stack } from '../../functions/edge-client.ts'
import { test } from './journey.ts'
import { layoutShift, open, samples, takeCookies, withoutPictures } from './readers.ts'

const latin = /^(?:hanken-grotesk|newsreader-(?:text|text-strong|text-italic|display))$/
/** What an article may cost in Latin fonts. */
const mostLatinBytes = 100_000

/** The fonts that a page has asked for, by the names of their files, with their bytes. */
function fontsOf(page: Page) {
  const requests: Promise<{ name: string; bytes: number }>[] = []
  page.on('response', (response) => {
    const file = new URL(response.url()).pathname.match(/\/([^/]+)\.[\w-]+\.woff2$/)
    if (file)
      requests.push(response.body().then(({ length }) => ({ name: file[1]!, bytes: length })))
  })
  return async () => {
    await page.evaluate(() => document.fonts.ready)
    const fonts = await Promise.all(requests)
    // A preloaded font is asked for once more where the page uses it.
    const loaded = [...new Map(fonts.map((font) => [font.name, font])).values()]
    const bytes = loaded
      .filter(({ name }) => latin.test(name))
      .reduce((sum, font) => sum + font.bytes, 0)
    return { latinBytes: bytes, others: loaded.filter(({ name }) => !latin.test(name)) }
  }
}

const names = (fonts: readonly { name: string }[]) =>
  fonts.map(({ name }) => name.replace(/^noto-|-(?:400|wght)-normal$/g, '')).sort()

const ruleCount = (page: Page) =>
  page.evaluate(() => [...document.fonts].filter(({ family }) => /Other|Naskh/.test(family)).length)

test.beforeEach(({ page }) => withoutPictures(page))

for (const path of ['/', `/${samples.public.slug}`]) {
  test(`an English page has no rule and no byte for other writing systems: ${path}`, async ({
    page,
  }) => {
    const fonts = fontsOf(page)
    await open(page, path)
    const { latinBytes, others } = await fonts()
    expect(others).toEqual([])
    expect(latinBytes).toBeLessThan(mostLatinBytes)
    expect(await ruleCount(page)).toBe(0)
  })
}

test('the rupee sign is in the font of the text', async ({ page }) => {
  await open(page, `/${samples.public.slug}`)
  const widths = await page.evaluate(async () => {
    await document.fonts.ready
    const context = document.createElement('canvas').getContext('2d')!
    return ['monospace', 'serif'].map((fallback) => {
      context.font = `100px Newsreader, ${fallback}`
      return context.measureText('₹').width
    })
  })
  expect(widths[0]).toBe(widths[1])
})

test('a page with Urdu loads Nastaliq and nothing else, and no line moves', async ({ page }) => {
  const fonts = fontsOf(page)
  await open(page, '/the-week-she-stopped-saying-aap')
  const { latinBytes, others } = await fonts()
  expect(names(others)).toEqual(['nastaliq-urdu-arabic'])
  expect(others[0]!.bytes).toBeLessThan(165_000)
  expect(latinBytes).toBeLessThan(mostLatinBytes)
  expect(await layoutShift(page)).toBe(0)
  // A sign of English that the fonts have too is no reason to load another.
  await page.evaluate(async () => {
    document.querySelector('.prose')!.append('₹ ‐ ‑ ◌ é')
    await new Promise(requestAnimationFrame)
    await document.fonts.ready
  })
  expect(names((await fonts()).others)).toEqual(['nastaliq-urdu-arabic'])
})

test('the story in all writing systems loads one font for each', async ({ page }) => {
  const fonts = fontsOf(page)
  await open(page, `/${samples.scripts.slug}`)
  const { others } = await fonts()
  expect(names(others)).toEqual([
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

test('a closed part brings its fonts when it is opened, and not before', async ({
  page,
  browser,
  baseURL,
}) => {
  // In Dari, which is set in Naskh.
  const path = '/admitted-three-times'
  const asGuest = fontsOf(page)
  await open(page, path)
  expect((await asGuest()).others).toEqual([])

  const context = await browser.newContext({ baseURL: baseURL! })
  const { cookies } = await ownReader({}, { isSubscribed: true })
  await takeCookies(context, cookies, stack.siteUrl)
  const inside = await context.newPage()
  const asSubscriber = fontsOf(inside)
  await open(inside, path)
  await expect(inside.locator('[lang="prs"]')).toBeVisible()
  expect(names((await asSubscriber()).others)).toEqual(['naskh-arabic-arabic'])
  await context.close()
})
