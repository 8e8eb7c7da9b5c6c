/** Counts a source's posts, pages and terms for the mapping file, and checks the source before anything is imported. */
import { normalisePath } from '../../../src/domain/redirect.ts'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import type {
  ImportedAuthor,
  ImportedItem,
  ImportedPost,
  ImportFailure,
  SourceSite,
} from '../items/imported-item.ts'
import { choosePreferredSlug, type SluggedPost } from './import-slug.ts'
import { createOwnLinks, type OwnLinks } from './own-links.ts'

export type SurveyedAuthor = { readonly author: ImportedAuthor | null; readonly posts: number }

/** The fields that determine a post's address. */
export type SurveyedPost = Pick<
  ImportedPost,
  'sourceId' | 'kind' | 'slug' | 'title' | 'publishedAt' | 'updatedAt'
> &
  Pick<SluggedPost, 'isAtSlug'>

export type SourceSurvey = {
  readonly site: SourceSite
  readonly posts: number
  /** The number of texts that are left out, by reason. */
  readonly excluded: ReadonlyMap<string, number>
  /** The number of pages, by the reason why they aren't articles. */
  readonly pages: ReadonlyMap<string, number>
  readonly links: OwnLinks
  /** The same posts, in the source's order. */
  readonly surveyedPosts: readonly SurveyedPost[]
  /** The number of posts by the source's slug or name, in order of appearance. */
  readonly categories: ReadonlyMap<string, number>
  readonly tags: ReadonlyMap<string, number>
  readonly authors: ReadonlyMap<string, SurveyedAuthor>
  /** The numbers of articles without a category, an author or a picture. */
  readonly without: { readonly category: number; readonly author: number; readonly image: number }
  /** Pictures of articles and pages that have no description. */
  readonly undescribedPictures: number
}

/** Matches a figure without a description in `alt`; stops at braces, which keeps matching linear. */
const undescribedFigure = /::figure\{(?![^{}\n]*\balt="[^"])/g

function countUndescribedPictures({ image, body }: ImportedPost): number {
  return (body.match(undescribedFigure)?.length ?? 0) + (image && !image.alt ? 1 : 0)
}

const increment = (map: Map<string, number>, key: string) => map.set(key, (map.get(key) ?? 0) + 1)

/** Reads the whole source, so that nothing is imported from a broken one. */
export async function surveySource(
  items: AsyncIterable<Result<ImportedItem, ImportFailure>>,
  onPost: () => void = () => {},
): Promise<Result<SourceSurvey, ImportFailure>> {
  const categories = new Map<string, number>()
  const tags = new Map<string, number>()
  const authors = new Map<string, { author: ImportedAuthor | null; posts: number }>()
  const without = { category: 0, author: 0, image: 0 }
  const excluded = new Map<string, number>()
  const pages = new Map<string, number>()
  const links = createOwnLinks()
  let undescribedPictures = 0
  let site: SourceSite = { address: null, likelyAddress: null }
  const surveyedPosts: SurveyedPost[] = []
  const getAuthorEntry = (key: string) => {
    if (!authors.has(key)) authors.set(key, { author: null, posts: 0 })
    return authors.get(key)!
  }
  for await (const item of items) {
    if (!item.ok) return fail(item.failure)
    if (item.value.item === 'note') continue
    if (item.value.item === 'excluded') {
      increment(excluded, item.value.reason)
      continue
    }
    if (item.value.item === 'site') {
      site = item.value.site
      continue
    }
    if (item.value.item === 'author') {
      getAuthorEntry(item.value.author.key).author = item.value.author
      continue
    }
    const { post } = item.value
    surveyedPosts.push(pickSurveyed(post))
    onPost()
    undescribedPictures += countUndescribedPictures(post)
    links.add(post)
    if (post.kind === 'page') {
      increment(pages, post.pageReason ?? 'pages in the source')
      continue
    }
    for (const category of new Set(post.categories)) increment(categories, category)
    for (const tag of new Set(post.tags)) increment(tags, tag)
    for (const key of new Set(post.authors)) getAuthorEntry(key).posts++
    if (post.categories.length === 0) without.category++
    if (post.authors.length === 0) without.author++
    if (!post.image && !/^[ \t]*::figure\{/m.test(post.body)) without.image++
  }
  return succeed({
    site,
    posts: surveyedPosts.length,
    excluded,
    pages,
    links: links.list(site),
    surveyedPosts,
    categories,
    tags,
    authors,
    without,
    undescribedPictures,
  })
}

function pickSurveyed(post: ImportedPost): SurveyedPost {
  const { sourceId, kind, slug, title, publishedAt, updatedAt } = post
  const address = `/${choosePreferredSlug(post)}`
  const isAtSlug =
    post.status === 'published' &&
    post.formerAddresses.some((each) => normalisePath(each) === address)
  return { sourceId, kind, slug, title, publishedAt, updatedAt, isAtSlug }
}
