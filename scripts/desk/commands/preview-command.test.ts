import { expect, it } from 'vitest'
import { describeRefusal } from './preview-command.ts'

it('says how to preview an article that a draft would replace', () => {
  expect(describeRefusal('withdrawn', 'stories/my-first-story.md')).toBe(
    'the article is withdrawn, and a draft would replace it. To preview this file, rename it; to preview the stored version: npm run desk -- preview my-first-story',
  )
})
