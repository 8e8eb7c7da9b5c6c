import { getProvenAddress } from '../../src/domain/proven-address.ts'
import { succeed } from '../../src/domain/result.ts'
import { site } from '../../src/publication/identity.ts'
import type { SignedInReader } from '../identity/caller.ts'
import { type Handle, refuseUnavailable } from '../identity/handler.ts'
import {
  type DataSource,
  findDocument,
  limitRows,
  maxCopiedRows,
} from '../identity/personal-data.ts'
import type { AccountDeps } from './account-deps.ts'

/** The record is listed separately because it's deleted last: the cron job uses it to find interrupted deletions. */
const readerSource: DataSource = { name: 'profile', find: findDocument((uid) => `users/${uid}`) }

async function collectData(
  { firestore, accounts, personalData }: AccountDeps,
  { uid, reader }: SignedInReader,
) {
  const account = await accounts.find(uid)
  if (!account.ok) return account
  const data: Record<string, unknown> = { signIn: account.value }
  const limited = limitRows(firestore, maxCopiedRows)
  const incomplete: string[] = []
  const subject = { uid, address: getProvenAddress(reader) }
  for (const { name, find } of [readerSource, ...personalData]) {
    const cuts = limited.countCuts()
    const rows = await find(limited.firestore, subject, 'export')
    if (!rows.ok) return rows
    data[name] = Object.fromEntries(rows.value.map(({ id, fields }) => [id, fields]))
    if (limited.countCuts() > cuts) incomplete.push(name)
  }
  if (incomplete.length === 0) return succeed(data)
  const note = `Your data doesn’t fit in one file, so these parts are incomplete: ${incomplete.join(', ')}. Write to ${site.subscriptionsEmail} for the rest.`
  return succeed({ note, ...data })
}

export const exportData: Handle<'GET /api/account/data', AccountDeps> = async (_, reader, deps) => {
  const collected = await collectData(deps, reader)
  if (!collected.ok) {
    const message = 'We can’t prepare your data right now. Try again in a few minutes.'
    return refuseUnavailable(deps, 'data_not_exported', { reason: collected.failure.kind }, message)
  }
  const madeAt = deps.now()
  const text = JSON.stringify({ publication: site.name, madeAt, ...collected.value }, null, 2)
  const name = `${site.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-${madeAt.toISOString().slice(0, 10)}.json`
  return succeed(
    new Response(text, {
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Disposition': `attachment; filename="${name}"`,
      },
    }),
  )
}
