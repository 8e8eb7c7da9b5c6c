import { type Article, isListedIn } from '../../src/domain/article.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { isSameValue } from '../../src/domain/same-value.ts'
import { type Handle, type Refusal, refuse, refuseUnavailable } from '../identity/handler.ts'
import type { Firestore, FirestoreFailure } from '../platform/adapters/firestore.ts'
import { repeatIfOvertaken } from '../platform/adapters/optimistic-lock.ts'
import { createActWrite } from '../staff/act-records.ts'
import { getStaffName } from './change-document.ts'
import { type CommittedChange, commitPublicChange, finishPublicChange } from './commit-change.ts'
import type { DocumentsDeps } from './documents-deps.ts'
import { describeFrontPageChange } from './front-page-changes.ts'
import { emptyFrontPage, type FrontPage, listPlacedStories } from './front-page-document.ts'
import { formatProblems } from './plan-publication.ts'
import { planOneWrite } from './write-documents.ts'

const ref = { collection: 'front', slug: 'home' } as const
const path = `${ref.collection}/${ref.slug}`

/** Allows several editors to change the front page at the same time. */
const maxAttempts = 5

async function readFrontPage(firestore: Pick<Firestore, 'get'>) {
  const stored = await firestore.get(path)
  if (!stored.ok) return stored
  const { updatedAt: _, ...fields } = stored.value?.fields ?? {}
  const front: FrontPage = { ...emptyFrontPage, ...fields }
  return succeed({ front, version: stored.value?.updateTime ?? null })
}

type Story = Pick<Article, 'category' | 'editorsPick'> & {
  readonly title: string
  readonly status: string
}

/** Returns existing stories by slug. */
async function readStories(
  firestore: Pick<Firestore, 'getAll'>,
  slugs: readonly string[],
): Promise<Result<ReadonlyMap<string, Story>, FirestoreFailure>> {
  const paths = slugs.map((slug) => `articles/${slug}`)
  const found = await firestore.getAll(paths, ['title', 'status', 'category', 'editorsPick'])
  if (!found.ok) return found
  return succeed(
    new Map(
      found.value.flatMap((story, index) =>
        story ? [[slugs[index]!, story.fields as Story] as const] : [],
      ),
    ),
  )
}

export const getFrontPage: Handle<'GET /api/desk/front'> = async (_, __, deps) => {
  const { firestore } = deps
  const read = await readFrontPage(firestore)
  if (!read.ok) return refuseUnavailable(deps, 'front_page_unavailable', read.failure)
  const { front, version } = read.value
  const slugs = listPlacedStories(front)
  const found = await readStories(firestore, slugs)
  if (!found.ok) return refuseUnavailable(deps, 'front_page_unavailable', found.failure)
  const stories = slugs.map((slug) => {
    const { title = '', status = null } = found.value.get(slug) ?? {}
    return { slug, title, state: status }
  })
  return succeed({ version, front: toEdited(front), stories })
}

const toEdited = ({ order, pins, categoryPins, hiddenFromMostRead, ...front }: FrontPage) => ({
  ...front,
  order: [...order],
  pins: [...pins],
  categoryPins: [...categoryPins],
  hiddenFromMostRead: [...hiddenFromMostRead],
})

type Code = 'outdated' | 'not_possible'

export const changeFrontPage: Handle<'PUT /api/desk/front', DocumentsDeps> = async (
  { version, front },
  staff,
  deps,
) => {
  const { firestore } = deps
  const changed = await repeatIfOvertaken<CommittedChange, Refusal<Code> | FirestoreFailure>(
    maxAttempts,
    async () => {
      const read = await readFrontPage(firestore)
      if (!read.ok) return read
      const before = read.value.front
      const problem = await findProblem(firestore, before, front)
      if (!problem.ok) return problem
      if (problem.value !== null) return refuse('not_possible', problem.value)
      const after = describeFrontPageChange(before, front).join('; ')
      const act = { kind: 'frontPageChanged', subject: path, before: null, after } as const
      const planned = await planOneWrite(
        { firestore, editor: getStaffName(staff) },
        {
          ...ref,
          fields: front,
          base: version ?? 'new',
          relatedWrites: [createActWrite(staff, act, deps.now())],
        },
        { action: 'updated', dryRun: false },
      )
      if (!planned.ok) return planned
      if ('writes' in planned.value) return commitPublicChange(deps, planned.value.writes)
      switch (planned.value.result) {
        case 'invalid':
          return refuse('not_possible', formatProblems(planned.value.problems))
        case 'unchanged': {
          const { updateTime } = planned.value
          return succeed({ version: updateTime!, committedAt: updateTime! })
        }
        default:
          return refuse(
            'outdated',
            'The front page has changed since you read it. Look at the change, and try again.',
          )
      }
    },
  )
  if (!changed.ok) {
    const { failure } = changed
    return 'kind' in failure
      ? refuseUnavailable(deps, 'front_page_not_changed', { kind: failure.kind })
      : fail(failure)
  }
  await finishPublicChange(deps, changed.value)
  return changed
}

const pickPlacements = ({ lead, order, pins, categoryPins }: FrontPage) => ({
  lead,
  order,
  pins,
  categoryPins: categoryPins.map(({ until, ...pin }) => ({ ...pin, until: until.getTime() })),
})

/** If the change places a story, all stories are checked, because one placed earlier may have been withdrawn since. */
async function findProblem(
  firestore: Firestore,
  before: FrontPage,
  after: FrontPage,
): Promise<Result<string | null, FirestoreFailure>> {
  const placed = listPlacedStories(after)
  const isPlacing = !isSameValue(pickPlacements(before), pickPlacements(after))
  const hidden = after.hiddenFromMostRead.filter((one) => !before.hiddenFromMostRead.includes(one))
  const found = await readStories(firestore, [...(isPlacing ? placed : []), ...hidden])
  if (!found.ok) return found
  const problems = [
    ...(isPlacing ? placed : []).flatMap((slug) => {
      const status = found.value.get(slug)?.status
      if (status === 'published') return []
      const state = status === 'draft' ? 'a draft' : status
      return [`articles/${slug}${state ? ` is ${state}` : ': not found'}`]
    }),
    ...after.categoryPins.flatMap(({ category, slug }) => {
      const story = found.value.get(slug)
      return story && !isListedIn(story, category) ? [`articles/${slug} isn’t in ${category}`] : []
    }),
    ...hidden.flatMap((slug) => (found.value.has(slug) ? [] : [`articles/${slug}: not found`])),
  ]
  const others = problems.length === 1 ? 'another story' : 'other stories'
  return succeed(
    problems.length === 0 ? null : `Nothing was changed: ${problems.join('; ')}. Choose ${others}.`,
  )
}
