import { succeed } from '../../src/domain/result.ts'
import {
  type DataRow,
  type DataSource,
  type FindRows,
  findByUid,
} from '../identity/personal-data.ts'
import { deletedAccountUid } from './owner-ids.ts'

/** A pending refund is still paid, and a replaced subscription cancelled; the item is removed afterwards. */
const isRefund = ({ fields: { kind } }: DataRow) =>
  kind === 'refund' || kind === 'surplus' || kind === 'replaced'

const findOutboxItems: FindRows = async (firestore, subject, purpose) => {
  const found = await findByUid('outbox')(firestore, subject, purpose)
  if (!found.ok || purpose === 'export') return found
  return succeed(found.value.filter((row) => !isRefund(row)))
}

/** A share of a payment that is still to be returned: money that the reader was promised. */
const isShare = ({ kind, plan }: DataRow['fields']) => kind === 'useCredit' && plan != null

export const personalData: readonly DataSource[] = [
  {
    name: 'pendingEffects',
    find: findOutboxItems,
    forget: ({ path, fields, updateTime }) =>
      isShare(fields)
        ? [{ set: path, fields: { ...fields, uid: deletedAccountUid }, ifUpdatedAt: updateTime }]
        : [{ remove: path }],
  },
]
