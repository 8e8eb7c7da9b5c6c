/** What stands in a source, counted, before anything of it is taken: the mapping is made of this. */
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import type { ImportedAuthor, ImportedItem, ImportFailure } from '../import/imported.ts'

export type SurveyedAuthor = { readonly author: ImportedAuthor | null; readonly posts: number }

export type Survey = {
  /** Posts and pages that can be taken; what a progress bar counts to. */
  readonly posts: number
  /** By the source's own slug or name, with the number of posts, in the order of appearance. */
  readonly categories: ReadonlyMap<string, number>
  readonly tags: ReadonlyMap<string, number>
  readonly authors: ReadonlyMap<string, SurveyedAuthor>
  /** Articles that come without. */
  readonly without: { readonly category: number; readonly author: number; readonly picture: number }
}

const count = (map: Map<string, number>, key: string) => map.set(key, (map.get(key) ?? 0) + 1)

/** Reads a source from end to end; fails where the source does, so that a broken one is taken not at all. */
export async function surveySource(
  items: AsyncIterable<Result<ImportedItem, ImportFailure>>,
  onPost: () => void = () => {},
): Promise<Result<Survey, ImportFailure>> {
  const categories = new Map<string, number>()
  const tags = new Map<string, number>()
  const authors = new Map<string, { author: ImportedAuthor | null; posts: number }>()
  const without = { category: 0, author: 0, picture: 0 }
  let posts = 0
  const authorOf = (key: string) => {
    if (!authors.has(key)) authors.set(key, { author: null, posts: 0 })
    return authors.get(key)!
  }
  for await (const item of items) {
    if (!item.ok) return fail(item.failure)
    if (item.value.item === 'left-out') continue
    if (item.value.item === 'author') {
      authorOf(item.value.author.key).author = item.value.author
      continue
    }
    const { post } = item.value
    posts++
    onPost()
    if (post.kind === 'page') continue
    for (const category of new Set(post.categories)) count(categories, category)
    for (const tag of new Set(post.tags)) count(tags, tag)
    for (const key of new Set(post.authors)) authorOf(key).posts++
    if (post.categories.length === 0) without.category++
    if (post.authors.length === 0) without.author++
    if (!post.image && !/^[ \t]*::figure\{/m.test(post.body)) without.picture++
  }
  return succeed({ posts, categories, tags, authors, without })
}
