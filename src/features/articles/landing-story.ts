/** The parts of a story and its authors that the Worker needs to render pages (contracts/site-files/landing.ts). */
import type { ArticleCard } from '../../content/publication-queries.ts'
import type { LandingStory, ListedAuthor } from '../../contracts/site-files/landing.ts'

export const pickAuthor = ({
  digest,
  html,
  importedFrom,
  ...author
}: ArticleCard['authors'][number]): ListedAuthor => author

export function pickStory(card: ArticleCard): LandingStory {
  const { slug, title, dek, language, identifier, category, editorsPick, tags, image } = card
  const { access, corrections, publishedAt, words } = card
  return {
    ...{ slug, title, dek, category, editorsPick, tags: [...tags], image },
    ...(language === undefined ? {} : { language }),
    ...(identifier === undefined ? {} : { identifier }),
    ...{ access, corrections, publishedAt, words },
    authors: card.authors.map(pickAuthor),
  }
}
