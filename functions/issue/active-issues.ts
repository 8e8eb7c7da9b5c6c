import {
  type ActiveIssues,
  activeIssuesSchema,
  noActiveIssues,
} from '../../src/domain/issue/active-issues.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import { changeDocument } from '../platform/adapters/change-document.ts'
import type { Firestore, FirestoreFailure } from '../platform/adapters/firestore.ts'
import type { Fields } from '../platform/adapters/firestore-values.ts'

const path = 'operations/issues'

const parse = (fields: Fields | null | undefined): ActiveIssues =>
  activeIssuesSchema.safeParse(fields).data ?? noActiveIssues

export async function readActiveIssues(
  firestore: Pick<Firestore, 'get'>,
): Promise<Result<ActiveIssues, FirestoreFailure>> {
  const stored = await firestore.get(path)
  return stored.ok ? succeed(parse(stored.value?.fields)) : stored
}

/** If `change` returns null, nothing is written. */
export const changeActiveIssues = (
  firestore: Pick<Firestore, 'get' | 'commit'>,
  change: (issues: ActiveIssues) => ActiveIssues,
): Promise<Result<ActiveIssues | null, FirestoreFailure>> =>
  changeDocument<ActiveIssues, never>(firestore, path, async (fields) => {
    const issues = parse(fields)
    const changed = change(issues)
    return succeed(changed === issues ? null : changed)
  })
