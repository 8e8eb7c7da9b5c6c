/**
 * Uses one of an account's free stories. Costs three database reads and two writes, besides those that identify the
 * reader, and more only if another device changes the records at the same time.
 */
import { createUnlockFields } from '../../src/domain/paywall/stored-unlock.ts'
import { mergeUnlocks, type Unlock } from '../../src/domain/paywall/unlock.ts'
import { isSessionValid, readerSchema } from '../../src/domain/reader.ts'
import { succeed } from '../../src/domain/result.ts'
import type { Caller } from '../identity/caller.ts'
import { endSession } from '../identity/end-session.ts'
import { type Handle, refuse } from '../identity/handler.ts'
import { readMeter, setMeter } from '../identity/reader-passes.ts'
import { maxOwnAttempts } from '../platform/adapters/optimistic-lock.ts'
import { countUnlock } from '../statistics/collecting/count-unlock.ts'
import { readSpentByAddress } from './address-spent.ts'
import { decideForCaller } from './decide-for-caller.ts'
import type { MeterDeps } from './meter-deps.ts'
import { askNetwork } from './network-limit.ts'
import { articleFields, readArticleAccess } from './unlockable-article.ts'
import { refuseUnlock, respondToUnlock } from './wall-response.ts'

export type UnlockInput = Parameters<Handle<'POST /api/articles/:slug/unlock', MeterDeps>>[0]

type ReaderCaller = Extract<Caller, { kind: 'reader' }>

const accountSchema = readerSchema.pick({
  email: true,
  emailVerified: true,
  sessionsEndedAt: true,
  deletionRequestedAt: true,
  unlocks: true,
})

export async function unlockAsReader(
  deps: MeterDeps,
  reader: ReaderCaller,
  { slug, way }: UnlockInput,
) {
  const { uid } = reader
  const cookieUnlocks = (await readMeter(deps, uid))?.unlocks ?? []
  const byCookie = await decideForCaller(deps, reader, { slug, access: 'metered' })
  // Readers have already given their address.
  if (byCookie.open || way !== 'free') return respondToUnlock(deps, byCookie)

  for (let attempt = 0; attempt < maxOwnAttempts; attempt++) {
    const loaded = await loadAccountAndArticle(deps, uid, slug)
    if (!loaded.ok) return loaded
    const { account, updateTime, access } = loaded.value
    if (!account || !isSessionValid(account, reader.session.since)) {
      await endSession(deps)
      return refuse('signed_out')
    }
    if (!access.ok) return access
    const now = deps.now()
    const owner = { kind: 'reader', id: uid } as const
    const address = await readSpentByAddress(deps, { uid, ...account })
    if (!address.ok) return refuseUnlock(deps, address.failure.kind)
    const spentByAddress = address.value.spent
    const unlocks = mergeUnlocks(account.unlocks, cookieUnlocks, now)
    const article = { slug, access: access.value }
    const circumstances = { unlocks, spentByAddress }
    const before = await decideForCaller(deps, reader, article, circumstances)
    if (before.open || !before.ways.some(({ kind }) => kind === 'readFree')) {
      await setMeter(deps, { owner, unlocks, spentByAddress })
      const isUsedUp = access.value === 'metered'
      return respondToUnlock(deps, before, isUsedUp ? 'usedUp' : 'notOffered')
    }
    const unlock: Unlock = { slug, way: 'free', at: now }
    // Anyone can create accounts with made-up addresses.
    if (!account.emailVerified) {
      const { state } = await askNetwork(deps, { owner, unlock, known: unlocks })
      if (state === 'limit') {
        const isRefused = { ...circumstances, isRefused: true }
        const refused = await decideForCaller(deps, reader, article, isRefused)
        return respondToUnlock(deps, refused, 'limit')
      }
    }
    const after = mergeUnlocks(unlocks, [unlock], now)
    const stored = await deps.firestore.commit([
      {
        set: `users/${uid}`,
        fields: createUnlockFields(after),
        merge: true,
        ifUpdatedAt: updateTime,
      },
      address.value.createWrite(after),
    ])
    if (stored.ok) {
      deps.log('story_unlocked', { slug, way, by: owner.kind })
      await countUnlock(deps, { owner, unlock, unlocks: after })
      await setMeter(deps, { owner, unlocks: after, spentByAddress })
      const decision = { ...circumstances, unlocks: after }
      return respondToUnlock(deps, await decideForCaller(deps, reader, article, decision))
    }
    if (stored.failure.kind !== 'conflict') return refuseUnlock(deps, stored.failure.kind)
  }
  return refuseUnlock(deps, 'conflict')
}

/** `account` is null if the account was deleted. */
async function loadAccountAndArticle(deps: MeterDeps, uid: string, slug: string) {
  const stored = await deps.firestore.getAll(
    [`articles/${slug}`, `users/${uid}`],
    [...articleFields, ...Object.keys(accountSchema.shape)],
  )
  if (!stored.ok) return refuseUnlock(deps, stored.failure.kind)
  const [article, record] = stored.value
  const account = accountSchema.nullable().safeParse(record?.fields ?? null)
  if (!account.success) return refuseUnlock(deps, 'malformed')
  return succeed({
    account: account.data,
    updateTime: record?.updateTime ?? '',
    access: readArticleAccess(article),
  })
}
