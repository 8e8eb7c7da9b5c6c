import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { visitSchema } from '../contracts/endpoints/visit.ts'
import { createTestBrowser, type TestBrowser } from './testing/test-browser.ts'

let browser: TestBrowser

beforeEach(() => {
  browser = createTestBrowser()
})
afterEach(() => vi.unstubAllGlobals())

async function load(privacy: object = {}, cookies = 'visits=free') {
  browser.cookies = cookies
  browser.loadPage()
  vi.stubGlobal('navigator', privacy)
  const { describeVisit } = await import('./visit-attribution.ts')
  const { recordCounted, recordLanding, endVisit } = await import('./visit-events.ts')
  return { describeVisit, recordCounted, recordLanding, endVisit }
}

const landing = { path: '/a-story', search: '?utm_source=share', referrer: '' }
const view = (event: string, slug: string) => JSON.stringify([event, { slug }])

it('a visit’s attribution has its first page, its last story and its last wall', async () => {
  const { describeVisit, recordCounted, recordLanding } = await load()
  recordLanding({ ...landing, title: 'A story' })
  recordCounted(view('Article Viewed', 'a-story'))
  recordCounted('read a-story')
  recordLanding({ path: '/another', search: '', referrer: '', title: '' })
  recordCounted(view('Article Viewed', 'another'))
  recordCounted(JSON.stringify(['Paywall Viewed', { slug: 'another', options: ['subscribe'] }]))
  recordCounted(view('Article Viewed', 'third'))
  recordCounted('Cancel Started')
  const { visit } = describeVisit()
  expect(visit).toEqual({ landing, lastArticle: 'third', wallArticle: 'another' })
  expect(visitSchema.parse(visit)).toEqual(visit)
})

it('a visit’s attribution is empty if the visit continues after a sign-out, or without storage', async () => {
  const { describeVisit, recordCounted, recordLanding, endVisit } = await load()
  const unknown = { visit: { landing: null, lastArticle: '', wallArticle: '' } }
  expect(describeVisit()).toEqual(unknown)
  recordLanding({ ...landing, title: '' })
  endVisit()
  expect(describeVisit()).toEqual(unknown)
  recordCounted(view('Article Viewed', 'a-story'))
  expect(describeVisit().visit).toEqual({ landing: null, lastArticle: 'a-story', wallArticle: '' })
})

it.each(['["[1,2]","x"]', '["{\\"path\\":7}"]', '{}', 'x', '[null, 7]'])(
  'a visit’s attribution can be read whatever is stored: %s',
  async (counted) => {
    browser.session.set('counted', counted)
    const { describeVisit } = await load()
    const { visit } = describeVisit()
    expect(visitSchema.parse(visit)).toEqual(visit)
  },
)

it.each([{ globalPrivacyControl: true }, { doNotTrack: '1' }])(
  'a visit’s attribution contains nothing about readers with %j',
  async (privacy) => {
    browser.session.set('counted', JSON.stringify([JSON.stringify(landing)]))
    expect((await load(privacy)).describeVisit()).toEqual({})
  },
)

it.each([
  '',
  'country=LK',
  'country=DE',
  'country=DE; consent=ask',
  'country=DE; consent=1.refused.1790000000',
])('no attribution is stored or reported with the cookies “%s”', async (cookie) => {
  const { describeVisit, recordLanding } = await load({}, cookie)
  recordLanding({ ...landing, title: '' })
  expect(browser.session.size).toBe(0)
  expect(describeVisit()).toEqual({})
})

it.each(['country=LK; visits=free', 'country=DE; consent=1.granted.1790000000'])(
  'a visit’s landing page is stored as soon as storing is allowed, but no later page is: %s',
  async (cookie) => {
    const { describeVisit, recordCounted, recordLanding } = await load({}, cookie)
    recordCounted(view('Article Viewed', 'a-story'))
    const referrer = 'https://verandah.news/a-story'
    recordLanding({ path: '/another', search: '', referrer, title: '' })
    expect(describeVisit().visit).toMatchObject({ landing: null, lastArticle: 'a-story' })
    recordLanding({ ...landing, title: '' })
    expect(describeVisit().visit).toMatchObject({ landing })
  },
)
