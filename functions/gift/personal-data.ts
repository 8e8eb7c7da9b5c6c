import { paidStates } from '../../src/domain/gift/gift.ts'
import { succeed } from '../../src/domain/result.ts'
import type { DataRow, DataSource, FindRows } from '../identity/personal-data.ts'
import { guestPrefix } from '../outbox/owner-ids.ts'
import type { Query } from '../platform/adapters/firestore.ts'
import type { Fields } from '../platform/adapters/firestore-values.ts'
import { forgetPerson, isGuestGift } from './forget-person.ts'

/** Selects a gift's fields for an export, without operators' notes and without fields about the other person. */
function selectGiftFields(
  { history: _, redeemer: __, ...fields }: Fields,
  isBuyer: boolean,
): Fields {
  const { length, senderName, message, redeemedAt } = fields
  return isBuyer ? fields : { length, senderName, message, redeemedAt }
}

const isOf = (field: 'buyerUid' | 'buyerEmail' | 'redeemer', value: string) =>
  ({ field, is: 'EQUAL', value }) as const

/** Exports contain only paid gifts, because anyone can start orders in somebody else's name. */
const isPaid = { field: 'state', is: 'IN', value: paidStates } as const

/** Finds only gifts that still contain personal data; others would fill every round of the deletion. */
const isGuests = [
  { field: 'buyerUid', is: 'GREATER_THAN', value: guestPrefix },
  { field: 'buyerUid', is: 'LESS_THAN', value: `${guestPrefix}\uf8ff` },
] as const

const findGifts: FindRows = async (firestore, { uid, address }, purpose) => {
  const rows = new Map<string, DataRow>()
  const chosen = purpose === 'export' ? [isPaid] : []
  const queries: readonly Omit<Query, 'collection'>[] = [
    { where: [isOf('buyerUid', uid), ...chosen] },
    { where: [isOf('redeemer', uid), ...chosen] },
    ...(address === null
      ? []
      : purpose === 'export'
        ? [{ where: [isOf('buyerEmail', address), isPaid] }]
        : [{ where: [isOf('buyerEmail', address), ...isGuests], orderBy: 'buyerUid' }]),
  ]
  for (const query of queries) {
    const found = await firestore.query({ collection: 'gifts', ...query })
    if (!found.ok) return found
    for (const row of found.value.documents) {
      const isBuyer = row.fields.buyerUid === uid || isGuestGift(row.fields, address)
      if (!isBuyer && row.fields.redeemer !== uid) continue
      const fields = purpose === 'export' ? selectGiftFields(row.fields, isBuyer) : row.fields
      rows.set(row.id, { path: `gifts/${row.id}`, ...row, fields })
    }
  }
  return succeed([...rows.values()])
}

export const personalData: readonly DataSource[] = [
  {
    name: 'gifts',
    find: findGifts,
    forget: ({ path, fields, updateTime }, subject) => [
      { set: path, fields: forgetPerson(fields, subject), ifUpdatedAt: updateTime },
    ],
  },
]
