import { findCategory } from '../../domain/category.ts'
import {
  formatLanguageAttributes,
  getLanguageAttributes,
  getStoryLanguage,
} from '../../domain/text-language.ts'
import type { FullStory, Story } from './story.ts'

type StoryParts = {
  readonly article: FullStory
  readonly freePreview: string
  readonly body: string | null
  readonly readNext?: readonly Story[]
}

/**
 * Collects the text and languages of a story's page, for other writing systems' fonts. The build doesn't render older
 * stories' pages (contracts/site-files/older-stories.ts), but still needs their text.
 */
export function collectStoryText({
  article,
  freePreview,
  body,
  readNext = [],
}: StoryParts): string {
  const stories = [article, ...readNext]
  const languages = stories.map(
    (story) => `<p${formatLanguageAttributes(getLanguageAttributes(getStoryLanguage(story)))}>`,
  )
  const fields = stories.map((story) => {
    const { title, dek, image, corrections, category, tags, authors } = story
    const names = [findCategory(category), ...tags, ...authors].map((named) => named?.name)
    return [title, dek, image, corrections, names]
  })
  const biographies = article.authors.map(({ html }) => html)
  return [...languages, freePreview, body, ...biographies, JSON.stringify(fields)].join('\n')
}
