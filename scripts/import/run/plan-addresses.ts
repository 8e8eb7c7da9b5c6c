/**
 * Decides where each post of a source is stored: in the document of an earlier import, or at a free address. A post
 * never gets another source's document or one that was written with the desk, unless the editor says that it is the
 * same post.
 */
import { assignFreeSlugs, choosePreferredSlug } from '../mapping/import-slug.ts'
import type { AddressAnswer, Mapping, PartialMapping } from '../mapping/mapping.ts'
import {
  createSourceKeys,
  getSiteName,
  resolveSourceSite,
  type SourceIdentity,
  type SourceKeys,
} from '../mapping/source-key.ts'
import type { SourceSurvey, SurveyedPost } from '../mapping/source-survey.ts'
import type { PublicationIndex } from './publication-index.ts'

type PostRef = { readonly collection: 'articles' | 'pages' | 'authors'; readonly slug: string }

/** A post whose address is already used by a document, which may or may not be the same post. */
export type AddressQuestion = {
  readonly post: SurveyedPost
  readonly slug: string
  readonly importedFrom: string | null
}

export type AddressPlan = {
  /** Keyed by `sourceId`. */
  readonly refs: ReadonlyMap<string, PostRef>
  /** The `sourceId`s of posts that the editor leaves out. */
  readonly skipped: ReadonlySet<string>
  /** Questions that aren't answered yet. */
  readonly questions: readonly AddressQuestion[]
}

export type AddressAnswers = Pick<Mapping, 'addresses' | 'otherAddresses'>

export type AddressPlanOptions = {
  readonly posts: readonly SurveyedPost[]
  /** Null until the source's site is known. */
  readonly keys: SourceKeys | null
  readonly index: PublicationIndex
  readonly answers: AddressAnswers
  /** The site's name, for readable suffixes. */
  readonly siteName: string | null
}

/** `system` is the source's name, such as `wordpress`. */
export function planSourceAddresses(
  system: string,
  identity: SourceIdentity,
  { site, surveyedPosts }: SourceSurvey,
  mapping: Omit<PartialMapping, 'timeZone'>,
  index: PublicationIndex,
): { readonly keys: SourceKeys | null; readonly addresses: AddressPlan } {
  const sourceSite = resolveSourceSite(site.address, mapping, identity === 'oldSite')
  const keys = sourceSite === null ? null : createSourceKeys(system, sourceSite)
  const siteName = getSiteName(site.address ?? mapping.oldSite)
  const posts = surveyedPosts
  return { keys, addresses: planAddresses({ posts, keys, index, answers: mapping, siteName }) }
}

export function planAddresses(options: AddressPlanOptions): AddressPlan {
  const { posts, keys, index, answers, siteName } = options
  const refs = new Map<string, PostRef>()
  const skipped = new Set<string>()
  const questions: AddressQuestion[] = []
  /** Slugs of documents that belong to this source. */
  const owned = new Set<string>()
  const own = (post: SurveyedPost, ref: PostRef) => {
    refs.set(post.sourceId, ref)
    owned.add(ref.slug)
  }

  const newPosts: SurveyedPost[] = []
  const seen = new Set<string>()
  for (const post of posts) {
    if (seen.has(post.sourceId)) continue
    seen.add(post.sourceId)
    const ref = keys ? index.refsBySourceId.get(keys.forPost(post.sourceId)) : undefined
    if (ref) own(post, ref)
    else newPosts.push(post)
  }

  const isDisputed = (slug: string) => {
    const document = index.documents.get(slug)
    const isOwn = document?.importedFrom && keys?.owns(document.importedFrom)
    return document !== undefined && !isOwn && !owned.has(slug)
  }
  const unplaced: SurveyedPost[] = []
  for (const post of newPosts) {
    const slug = choosePreferredSlug(post)
    if (!isDisputed(slug)) {
      unplaced.push(post)
      continue
    }
    const answer = answers.addresses.get(slug) ?? answerForOthers(post, slug, index, answers)
    if (answer === 'same') own(post, { collection: index.documents.get(slug)!.collection, slug })
    else if (answer === 'skip') skipped.add(post.sourceId)
    else unplaced.push(post)
    if (answer === null) {
      const importedFrom = index.documents.get(slug)?.importedFrom ?? null
      questions.push({ post, slug, importedFrom })
    }
  }

  for (const [post, slug] of assignFreeSlugs(unplaced, index.documents, siteName))
    refs.set(post.sourceId, { collection: getCollection(post), slug })
  return { refs, skipped, questions }
}

const getCollection = ({ kind }: SurveyedPost) => (kind === 'page' ? 'pages' : 'articles')

/** The shared answer "same" must not match a document with a post that happens to have the same address. */
function answerForOthers(
  post: SurveyedPost,
  slug: string,
  index: PublicationIndex,
  { otherAddresses }: AddressAnswers,
): AddressAnswer | null {
  return otherAddresses === 'same' && !hasSameDate(post, slug, index) ? 'new' : otherAddresses
}

function hasSameDate(post: SurveyedPost, slug: string, { documents }: PublicationIndex): boolean {
  const date = post.kind === 'page' ? (post.updatedAt ?? post.publishedAt) : post.publishedAt
  const storedDate = documents.get(slug)?.date
  return date !== null && date.getTime() === storedDate?.getTime()
}
