/** From the editor's command to the article in a reader's browser, and into the archives. */
import { expect } from '@playwright/test'
import { deskFolder, manuscriptOf } from '../../scripts/desk/desk-process.ts'
import { runningStack } from '../../scripts/local/running-stack.ts'
import { test } from './journey.ts'
import { open, withoutPictures } from './readers.ts'

const slug = 'published-by-the-journey'
const title = 'A story that was not there a second ago'

test('an article is read as soon as it is published, and stands in the archives soon after', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const desk = deskFolder(runningStack())
  const figures = { image: '{ id: x-0123456789abcdef, alt: A, credit: B, width: 3, height: 2 }' }
  const begun = Date.now()
  const seconds = () => `${((Date.now() - begun) / 1000).toFixed(1)} s`
  const note = (type: string) => {
    test.info().annotations.push({ type, description: seconds() })
    console.log(`publishing: ${type} after ${seconds()}`)
  }
  await withoutPictures(page)
  try {
    desk.write(`${slug}.md`, manuscriptOf({ title, category: 'sports', ...figures }))
    const published = await desk.run('publish', `${slug}.md`)
    expect(published).toMatchObject({ code: 0, errors: '' })
    note('the command was done')

    await open(page, `/${slug}`)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByText('A lead-in that all may read.')).toBeVisible()
    await expect(page.getByText('The rest of it.')).toHaveCount(0)
    note('read in the browser')

    // Told again, it has nothing to store, and waits for the build.
    expect(await desk.run('publish', `${slug}.md`, '--wait')).toMatchObject({ code: 0, errors: '' })
    note('built')
    await open(page, '/category/sports')
    await expect(page.getByRole('link', { name: title }).first()).toBeVisible()
    note('in the archive')

    expect(await desk.run('withdraw', slug, '--wait')).toMatchObject({ code: 0, errors: '' })
    const gone = await page.goto(`/${slug}`)
    expect(gone?.status()).toBe(404)
    note('withdrawn and gone')
  } finally {
    await desk.clear([`articles/${slug}`])
  }
})
