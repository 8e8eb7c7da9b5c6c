/** Follows a story from the editor's command to the reader's browser and the archives. */
import { expect } from '@playwright/test'
import { buildManuscript, createDeskHarness } from '../../scripts/desk/testing/desk-process.ts'
import { readRunningStack } from '../../scripts/shared/running-stack.ts'
import { test } from './testing/journey-test.ts'
import { openPage, sampleArticles } from './testing/page-actions.ts'

const slug = 'published-by-the-journey'
const title = 'A story that was not there a second ago'

test('a published article can be read at once, and is soon in the archives', async ({ page }) => {
  test.setTimeout(120_000)
  const desk = createDeskHarness(readRunningStack())
  const stored = await desk.readDocument(`articles/${sampleArticles.metered.slug}`)
  const { id, width, height } = stored!.fields.image as Record<string, unknown>
  const frontMatter = {
    image: `{ id: ${id}, alt: A, credit: B, width: ${width}, height: ${height} }`,
  }
  const startedAt = Date.now()
  const elapsedSeconds = () => `${((Date.now() - startedAt) / 1000).toFixed(1)} s`
  const annotate = (type: string) => {
    test.info().annotations.push({ type, description: elapsedSeconds() })
    console.log(`publishing: ${type} after ${elapsedSeconds()}`)
  }
  try {
    desk.write(`${slug}.md`, buildManuscript({ title, category: 'sports', ...frontMatter }))
    const published = await desk.run('publish', `${slug}.md`)
    expect(published).toMatchObject({ code: 0, errors: '' })
    annotate('the command was done')

    await openPage(page, `/${slug}`)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByText('A free preview that all may read.')).toBeVisible()
    await expect(page.getByText('The rest of it.')).toHaveCount(0)
    annotate('read in the browser')

    // This command has nothing new to store, and only waits for the build.
    expect(await desk.run('publish', `${slug}.md`, '--wait')).toMatchObject({ code: 0, errors: '' })
    annotate('built')
    await openPage(page, '/category/sports')
    await expect(page.getByRole('link', { name: title }).first()).toBeVisible()
    annotate('in the archive')

    expect(await desk.run('withdraw', slug, '--message', 'Why', '--wait')).toMatchObject({
      code: 0,
      errors: '',
    })
    const withdrawnResponse = await page.goto(`/${slug}`)
    expect(withdrawnResponse?.status()).toBe(404)
    annotate('withdrawn and gone')
  } finally {
    await desk.removeDocuments([`articles/${slug}`])
  }
})
