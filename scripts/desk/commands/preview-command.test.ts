import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { prepareFiles } from '../manuscripts/prepare-manuscripts.ts'
import { describeRefusal } from './preview-command.ts'

it('desk preview explains how to preview an article that a draft would replace', () => {
  expect(describeRefusal('withdrawn', 'stories/my-first-story.md')).toBe(
    'the article is withdrawn, and a draft would replace it. To preview this file, copy it to another name and remove its "version:" line there; to preview the stored version: npm run desk -- preview my-first-story',
  )
})

it('desk preview explains how to preview an issue, which can’t be a draft', async () => {
  const file = resolve('scripts/dev/sample/issues/2026-11-22.md')
  const prepared = await prepareFiles([file], { status: 'draft' })
  const message = `collection: issues can’t be drafts or scheduled; only articles can. To see an issue’s email: “npm run desk -- weekly preview ${file}”`
  expect(prepared).toMatchObject({ failure: [{ message }] })
})
