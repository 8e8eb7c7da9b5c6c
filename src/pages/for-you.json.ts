/** The stories that a reader's own shelf on the front page is filled from. */
import type { APIRoute } from 'astro'
import { publication } from '../content/publication.ts'
import type { StoryToChoose } from '../contracts/for-you.ts'
import { worthChoosing } from '../domain/for-you.ts'

export const GET: APIRoute = () => {
  const stories = publication().newestFirst.map(
    ({ slug, title, category, editorsPick, tags, authors, publishedAt }): StoryToChoose => ({
      slug,
      title,
      categories:
        editorsPick && category !== 'editors-picks' ? [category, 'editors-picks'] : [category],
      tags,
      by: authors.map((author) => author.slug),
      names: authors.map((author) => author.name),
      at: publishedAt.getTime(),
    }),
  )
  return Response.json(worthChoosing(stories))
}
