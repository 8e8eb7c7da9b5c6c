import type { NewStory } from '../../src/contracts/pages/desk-page.ts'
import { getDraftPath } from '../../src/domain/draft.ts'
import {
  findKeyProblem,
  type ManuscriptCollection,
  manuscriptCollections,
} from '../../src/domain/publication.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { DeskFailure, LoadDeskPage } from '../desk/desk-pages.ts'
import type { Firestore } from '../platform/adapters/firestore.ts'

const maxTitle = 200
/** Suffixes that are tried if the suggested address is taken: `rain-2`, `rain-3` and so on. */
const suffixes = ['', '-2', '-3', '-4', '-5']

/** The table of other scripts is large, so it's loaded only when somebody starts a story. */
async function suggestSlugs(title: string): Promise<readonly string[]> {
  const { toSlug } = await import('../../src/content/readable-slug.ts')
  const slug = toSlug(title)
  return slug === null ? [] : suffixes.map((suffix) => slug + suffix)
}

/** A page or a draft may have the address too. */
const listPaths = (collection: ManuscriptCollection, slug: string) => [
  `${collection}/${slug}`,
  ...(collection === 'articles' ? [`pages/${slug}`] : []),
  ...(collection === 'pages' ? [`articles/${slug}`] : []),
  getDraftPath(collection, slug),
]

/** For each address, returns the title of its document, or the address if not everybody may read that; null if free. */
async function findTaken(
  firestore: Pick<Firestore, 'getAll'>,
  collection: ManuscriptCollection,
  slugs: readonly string[],
): Promise<Result<readonly (string | null)[], DeskFailure>> {
  const stored = await firestore.getAll(
    slugs.flatMap((slug) => listPaths(collection, slug)),
    ['title', 'name', 'subject', 'status'],
  )
  if (!stored.ok) return fail({ kind: 'unavailable', reason: stored.failure.kind })
  const count = listPaths(collection, '').length
  return succeed(
    slugs.map((slug, index) => {
      const found = stored.value.slice(index * count, (index + 1) * count).find(Boolean)
      if (!found) return null
      const { name, subject, title = name ?? subject, status = 'published' } = found.fields
      return typeof title === 'string' && status === 'published' ? title : slug
    }),
  )
}

const show = (story: NewStory) => succeed({ path: '/desk/new', story } as const)

/** Requests the headline, and leads to the editor once the story has an address. */
export const loadNewStoryPage: LoadDeskPage = async ({ firestore, request }) => {
  const { searchParams } = new URL(request.url)
  const title = (searchParams.get('title') ?? '').trim().replaceAll(/\s+/g, ' ').slice(0, maxTitle)
  const slug = (searchParams.get('slug') ?? '').trim()
  const wanted = searchParams.get('collection')
  const collection = manuscriptCollections.find((one) => one === wanted) ?? 'articles'
  const story: NewStory = { collection, title, slug, problem: null, taken: null }
  if (title === '') return show(story)
  const keyProblem = slug === '' ? null : findKeyProblem(collection, slug)
  if (keyProblem !== null) return show({ ...story, problem: `“${slug}” ${keyProblem}.` })
  const possible = (slug === '' ? await suggestSlugs(title) : [slug]).filter(
    (candidate) => findKeyProblem(collection, candidate) === null,
  )
  if (possible.length === 0)
    return show({
      ...story,
      problem: 'We can’t make an address automatically. Enter an address yourself.',
    })
  const taken = await findTaken(firestore, collection, possible)
  if (!taken.ok) return taken
  const free = possible.find((_, index) => taken.value[index] === null)
  if (free === undefined)
    return show({ ...story, slug: possible[0]!, taken: { title: taken.value[0]! } })
  return fail({
    kind: 'elsewhere',
    path: `/desk/edit/${collection}/${free}?${new URLSearchParams({ title })}`,
  })
}
