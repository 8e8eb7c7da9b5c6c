import type { Today } from '../../src/contracts/pages/desk-page.ts'
import { getRebuildStatus, resolveRebuild } from '../../src/domain/rebuild.ts'
import { succeed } from '../../src/domain/result.ts'
import { hasPermission } from '../../src/domain/staff/staff.ts'
import type { DeskDeps } from '../desk/desk-deps.ts'
import type { LoadDeskPage } from '../desk/desk-pages.ts'
import type { Staff } from '../identity/caller.ts'
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
    const [built, problems] = await Promise.all([
      readBuiltAt({ buildManifest }),
      buildManifest.listContentProblems(),
    ])
    const { rebuild } = stored.value
    const { state, since } = getRebuildStatus(
      rebuild && resolveRebuild(rebuild, built, now()),
      built,
    )
    return { failedAt: state === 'failed' ? since : null, problems }
  } catch {
    return null
  }
}

async function loadWork(deps: DeskDeps, staff: Staff): Promise<Today['work']> {
  const [submitted, scheduled, drafts, build] = await Promise.all([
    loadList(deps, staff, { collection, state: 'submitted' }),
    loadList(deps, staff, { collection, state: 'scheduled' }),
    loadList(deps, staff, { collection, state: 'draft' }),
    loadBuild(deps),
  ])
  const lists = { submitted, scheduled, drafts }
  const authors = await loadAuthorNames(deps.firestore, Object.values(lists))
  return { ...lists, build, authors }
}

/** What needs somebody, as far as the role has to do with it. */
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
