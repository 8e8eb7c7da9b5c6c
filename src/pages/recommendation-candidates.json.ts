/** The stories from which the front page's recommendations are chosen. */
import type { APIRoute } from 'astro'
import { loadPublication } from '../content/publication-queries.ts'
import type { CandidateStory } from '../contracts/site-files/recommendation-candidates.ts'
import { findCategory } from '../domain/category.ts'
import { selectCandidates } from '../domain/recommendation.ts'
import { layOutText } from '../domain/text-language.ts'
import { arrangeFrontPage } from '../features/articles/arrange-front-page.ts'
import { frontLayout } from '../features/articles/front-layout.ts'
import { getFront } from '../features/articles/story-lists.ts'
import { picksSlug } from '../publication/picks.ts'

function pickAttributes(title: string, language: string | undefined) {
  const { attributes } = layOutText(title, { language })
  return Object.keys(attributes).length > 0 ? { titleAttributes: attributes } : {}
}

export const GET: APIRoute = () => {
  const stories = loadPublication().newestFirst.map(
    ({
      slug,
      title,
      language,
      category,
      editorsPick,
      tags,
      authors,
      publishedAt,
      image,
    }): CandidateStory => ({
      slug,
      title,
      ...pickAttributes(title, language),
      categories: [...new Set([category, ...(editorsPick ? [picksSlug] : [])])].filter(
        findCategory,
      ),
      tags: tags.map((tag) => tag.slug),
      authors: authors.map((author) => author.slug),
      authorNames: authors.map((author) => author.name),
      publishedAt: publishedAt.getTime(),
      image: image.id,
    }),
  )
  const front = getFront()
  const { lead, tier, latest, sections } = arrangeFrontPage(front.stories, front.front, frontLayout)
  const shown = [lead, tier, latest, ...sections.values()].flatMap((part) => part ?? [])
  return Response.json(selectCandidates(stories, new Set(shown.map(({ slug }) => slug))))
}
