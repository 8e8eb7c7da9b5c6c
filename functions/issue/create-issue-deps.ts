import type { Bindings, Deps } from '../identity/edge-context.ts'
import { createAudienceStore } from './audience-store.ts'
import type { IssueDeps, WeeklyMail } from './issue-deps.ts'
import { createSendings } from './sendings.ts'

type Env = Pick<Bindings, 'AUDIENCES' | 'ISSUE_SENDING' | 'ISSUES'>

/** Creates the deps for event handlers and desk calls that send nothing, so no provider is needed. */
export const createIssueReaders = ({
  env,
  firestore,
  now,
}: Pick<Deps, 'firestore' | 'now'> & { readonly env: Env }) => ({
  firestore,
  now,
  audiences: createAudienceStore(env.AUDIENCES),
  sendings: createSendings(env.ISSUE_SENDING),
})

/** Returns null if no provider is configured for The Weekly. */
export function createIssueDeps(
  {
    weeklyMail,
    firestore,
    tokens,
    now,
    log,
  }: Pick<Deps, 'firestore' | 'tokens' | 'now' | 'log'> & {
    readonly weeklyMail: WeeklyMail | null
  },
  env: Env,
): IssueDeps | null {
  if (!weeklyMail) return null
  return {
    ...createIssueReaders({ env, firestore, now }),
    ...weeklyMail,
    queue: env.ISSUES,
    tokens,
    wait: (delay) => new Promise((resolve) => setTimeout(resolve, delay)),
    log,
  }
}
