import { beforeEach, describe, expect, it } from 'vitest'
import type { Change, RecentChanges } from '../publishing/recent-changes.ts'
import { loadBody } from './article-body-handler.ts'
import type { ArticlesDeps } from './articles-deps.ts'
import type { BodyDeps } from './body-deps.ts'

type Status = Change['status'] | null

/** The isolate's list may be nine seconds old; Firestore's isn't. */
let known: Status
let stored: Status

const createChange = (status: Status): Change | null =>
  status && { status, updatedAt: new Date(0), place: null }

const recentChanges: Pick<RecentChanges, 'find'> = {
  find: async (_slug, { usesKnown }) => createChange(usesKnown ? known : stored),
}

/** Returns the status of the response, or why the closed part is refused. */
async function load() {
  const deps: Partial<ArticlesDeps & BodyDeps> = {
    bodyCache: { get: () => new Uint8Array([1]), set: () => {} },
    recentChanges: recentChanges as RecentChanges,
    execution: { waitUntil: () => {} } as never,
    request: new Request('https://verandah.example'),
  }
  const body = await loadBody(deps as ArticlesDeps & BodyDeps, 'dal')
  return body.ok ? body.value.status : body.failure.code
}

describe('the closed part of a built story', () => {
  beforeEach(() => {
    known = null
    stored = null
  })

  it.each<[Status, number | string]>([
    [null, 200],
    ['published', 200],
    ['withdrawn', 'withdrawn'],
    ['draft', 'not_found'],
    ['scheduled', 'not_found'],
  ])('whose status is %s since the build is answered with %s', async (status, expected) => {
    known = status
    stored = status
    expect(await load()).toBe(expected)
  })

  it.each<Status>(['scheduled', 'withdrawn'])(
    'is open if the list says %s and the story has been published since',
    async (status) => {
      known = status
      stored = 'published'
      expect(await load()).toBe(200)
    },
  )
})
