import { getIssueBodyName } from '../../src/contracts/signing/sealed-body.ts'
import { openSealedBody } from '../articles/open-sealed-body.ts'
import { type Handle, refuse } from '../identity/handler.ts'
import { decideForCaller, refuseClosed } from '../paywall/decide-for-caller.ts'
import type { IssueHandlerDeps } from './issue-handler-deps.ts'

/** Issues are for subscribers only and aren't metered. A pass for a story gives no access to an issue with its slug. */
export const getIssueBody: Handle<'GET /api/issues/:slug/body', IssueHandlerDeps> = async (
  { slug },
  caller,
  deps,
) => {
  const reader = caller.kind === 'reader' ? caller : null
  const issue = { slug, access: 'members' } as const
  const decision = await decideForCaller(deps, reader, issue, { unlocks: [], given: null })
  if (!decision.open) return refuseClosed(decision)
  return (await openSealedBody(deps, getIssueBodyName(slug))) ?? refuse('not_found')
}
