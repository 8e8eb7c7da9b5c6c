/** The states of given articles, with the API's responses replaced. */
import type { Page } from '@playwright/test'
import type { GivenArticlesResponse } from '../../contracts/endpoints/gift-link-endpoints.ts'
import { describeLeft } from '../../features/gift-link/gift-link-text.ts'
import type { PageView } from './open-view.ts'
import { locateBody, locateMain, sampleArticles } from './page-actions.ts'

const { slug, title } = sampleArticles.metered
const path = `/${slug}`
const link = {
  code: 'bcdfghjkmnpqrstvwxz2',
  slug,
  title,
  givenAt: '2026-11-03T08:00:00.000Z',
  until: '2026-11-17T08:00:00.000Z',
  state: 'working',
  isOfThisMonth: true,
} as const

const showGive = (
  answer: GivenArticlesResponse,
  words: string,
): Pick<PageView, 'answers' | 'prepare'> => ({
  answers: { 'GET /api/gift-links': answer },
  prepare: async (page) => {
    await page.getByRole('button', { name: 'Give', exact: true }).first().click()
    await page.getByRole('region', { name: 'Give this story' }).getByText(words).waitFor()
  },
})

async function openGivenStory(page: Page) {
  const text =
    '<p>He drew them on the backs of envelopes, and threw the envelopes away.</p>'.repeat(6)
  await page.route('**/api/articles/*/body', (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body: text }),
  )
  const { hostname: domain } = new URL(page.url())
  const cookie = { name: 'given-by', value: 'Nilmini', domain, path, secure: true }
  await page.context().addCookies([cookie])
  await page.reload()
  await locateBody(page).waitFor()
}

const givenStories: PageView['answers'] = {
  'GET /api/gift-links': {
    left: 7,
    given: [
      link,
      { ...link, code: 'one', title: 'The leak that feeds the spout', state: 'expired' },
      { ...link, code: 'two', title: 'An inventory of going home', state: 'revoked' },
    ],
  },
  'GET /api/gifts': { gifts: [] },
}

export const giftLinkViews: readonly PageView[] = [
  ...(
    [
      ['', { left: 7, given: [] }, describeLeft(7)],
      ['-link', { left: 6, given: [link] }, 'Anyone with this link'],
      ['-none', { left: 0, given: [] }, describeLeft(0)],
    ] as const
  ).map(([name, { left, given }, words]) => ({
    name: `article-give${name}`,
    path,
    reader: 'subscriber' as const,
    ...showGive({ left, given: [...given] }, words),
  })),
  { name: 'article-given', path, prepare: openGivenStory },
  { name: 'article-gift-ended', path: `${path}?gift-link=ended` },
  {
    name: 'gifts-stories',
    path: '/gifts',
    reader: 'subscriber',
    answers: givenStories,
    prepare: (page) => locateMain(page).getByRole('article').first().waitFor(),
  },
]
