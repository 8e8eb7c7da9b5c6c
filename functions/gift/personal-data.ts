import { succeed } from '../../src/domain/result.ts'
import type { DataRow, DataSource, FindRows } from '../identity/personal-data.ts'
import type { Fields } from '../platform/adapters/firestore-values.ts'
import { forgetPerson, getGuestAddress, isGuestGift } from './forget-person.ts'

/** Fields of a gift that an export shows: nothing about the other person, and no operator's notes. */
function selectGiftFields(
  { history: _, redeemer: __, ...fields }: Fields,
  isBuyer: boolean,
): Fields {
  const { length, senderName, message, redeemedAt } = fields
  return isBuyer ? fields : { length, senderName, message, redeemedAt }
}

const findGifts: FindRows = async (firestore, { uid, ...account }, purpose) => {
  const address = getGuestAddress(account)
  const rows = new Map<string, DataRow>()
  const keys = [
    ['buyerUid', uid],
    ['redeemer', uid],
    ...(address ? [['buyerEmail', address] as const] : []),
  ] as const
  for (const [field, value] of keys) {
    const where = [{ field, is: 'EQUAL', value } as const]
    const found = await firestore.query({ collection: 'gifts', where })
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
