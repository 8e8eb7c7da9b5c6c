import type { Today } from '../../src/contracts/pages/desk-page.ts'
import { findUnpreparedDay } from '../../src/domain/issue/active-issues.ts'
import { getRebuildStatus, resolveRebuild } from '../../src/domain/rebuild.ts'
import { succeed } from '../../src/domain/result.ts'
import { hasPermission } from '../../src/domain/staff/staff.ts'
import { newsletter } from '../../src/publication/newsletter.ts'
import type { DeskDeps } from '../desk/desk-deps.ts'
import type { LoadDeskPage } from '../desk/desk-pages.ts'
import type { Staff } from '../identity/caller.ts'
import { readActiveIssues } from '../issue/active-issues.ts'
import { readBuiltAt } from '../publishing/build-manifest.ts'
import { readRebuild } from '../publishing/rebuild-record.ts'
import { loadMostRead } from '../statistics/reports/most-read-week.ts'
import { loadAuthorNames } from './author-names.ts'
import { loadList } from './load-list.ts'

const collection = 'articles'

async function loadBuild({ firestore, buildManifest, now }: DeskDeps) {
  const stored = await readRebuild(firestore)
  if (!stored.ok) return null
  try {
    const [built, problems, deadLinks] = await Promise.all([
      readBuiltAt({ buildManifest }),
      buildManifest.listContentProblems(),
      buildManifest.listDeadLinks(),
    ])
    const { rebuild } = stored.value
    const { state, since } = getRebuildStatus(
      rebuild && resolveRebuild(rebuild, built, now()),
      built,
    )
    return { failedAt: state === 'failed' ? since : null, problems, deadLinks }
  } catch {
    return null
  }
}

/** Finds a missing issue from the time of the editors' reminder on, even if the reminder has been sent. */
async function findMissingIssue({ firestore, now }: DeskDeps): Promise<string | null> {
  const issues = await readActiveIssues(firestore)
  if (!issues.ok) return null
  return findUnpreparedDay({ ...issues.value, remindedFor: null }, now(), newsletter)
}

async function loadWork(deps: DeskDeps, staff: Staff): Promise<Today['work']> {
  const [submitted, scheduled, drafts, build, missingIssue] = await Promise.all([
    loadList(deps, staff, { collection, state: 'submitted' }),
    loadList(deps, staff, { collection, state: 'scheduled' }),
    loadList(deps, staff, { collection, state: 'draft' }),
    loadBuild(deps),
    findMissingIssue(deps),
  ])
  const lists = { submitted, scheduled, drafts }
  const authors = await loadAuthorNames(deps.firestore, Object.values(lists))
  return { ...lists, build, missingIssue, authors }
}

/** Loads everything that needs attention from a person with this role. */
export const loadTodayPage: LoadDeskPage = async (deps, _, staff) => {
  const [work, mostRead] = await Promise.all([
    hasPermission(staff.role, 'drafts') ? loadWork(deps, staff) : undefined,
    hasPermission(staff.role, 'statistics') ? loadMostRead(deps) : undefined,
  ])
  const today: Today = {
    at: deps.now(),
    ...(work && { work }),
    ...(mostRead !== undefined && { mostRead }),
  }
  return succeed({ path: '/desk', today })
}
