/** The views of articles, with their menus and forms. */
import type { Page } from '@playwright/test'
import type { PageView } from './open-view.ts'
import { locateMain, sampleArticles, sampleReaders } from './page-actions.ts'

const article = `/${sampleArticles.metered.slug}`

const openShareMenu = async (page: Page) => {
  await page.getByRole('button', { name: 'Share' }).first().click()
}

const selectText = async (page: Page) => {
  await locateMain(page)
    .locator('.prose > p')
    .first()
    .evaluate((paragraph) => getSelection()!.selectAllChildren(paragraph))
  await page.getByRole('region', { name: 'Share the selected text' }).waitFor()
}
const sendRating = async (page: Page) => {
  await locateMain(page).getByRole('radio', { name: '4' }).check()
  await locateMain(page).getByRole('button', { name: 'Send rating' }).click()
  await locateMain(page).getByText('You gave this story 4 out of 5').waitFor()
}

export const articleViews: readonly PageView[] = [
  { name: 'article-guest', path: article },
  ...sampleReaders.map((reader) => ({ name: `article-${reader}`, path: article, reader })),
  { name: 'article-public', path: `/${sampleArticles.public.slug}` },
  { name: 'article-scripts', path: `/${sampleArticles.scripts.slug}` },
  { name: 'article-urdu', path: `/${sampleArticles.rightToLeft.slug}` },
  {
    name: 'article-urdu-open',
    path: `/${sampleArticles.rightToLeft.slug}`,
    reader: 'subscriber',
  },
  { name: 'article-share', path: article, prepare: openShareMenu },
  { name: 'article-words', path: `/${sampleArticles.public.slug}`, prepare: selectText },
  { name: 'article-rated', path: `/${sampleArticles.public.slug}`, prepare: sendRating },
]
