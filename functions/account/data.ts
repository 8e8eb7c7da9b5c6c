/** GET /api/account/data: a reader's copy of everything that is held about them. */
import { site } from '../../src/site.ts'
import { type EdgeContext, type SignedInReader, withReader } from '../http/context.ts'
import { errorResponse } from '../http/errors.ts'
import { holdings, profile } from './holdings.ts'

/** By what the copy calls it, then by the key under which it is kept. Whole, or not at all. */
async function copyOf(context: EdgeContext, { uid, reader }: SignedInReader) {
  const { firestore, accounts } = context.var.services
  const account = await accounts.find(uid)
  if (!account.ok) return account
  const copy: Record<string, unknown> = { signIn: account.value }
  for (const { name, find } of [profile, ...holdings]) {
    const rows = await find(firestore, { uid, ...reader }, 'show')
    if (!rows.ok) return rows
    copy[name] = Object.fromEntries(rows.value.map(({ id, fields }) => [id, fields]))
  }
  return { ok: true, value: copy } as const
}

export function accountData(context: EdgeContext): Promise<Response> {
  const { now, log } = context.var.services
  return withReader(context, async (reader) => {
    const copied = await copyOf(context, reader)
    if (!copied.ok) {
      log('data_not_copied', { reason: copied.failure.kind })
      const message = 'We cannot gather everything right now. Please try again in a few minutes.'
      return errorResponse('unavailable', { message })
    }
    const madeAt = now()
    const text = JSON.stringify({ publication: site.name, madeAt, ...copied.value }, null, 2)
    const name = `${site.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-${madeAt.toISOString().slice(0, 10)}.json`
    return context.body(text, 200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
    })
  })
}
