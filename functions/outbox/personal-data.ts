import { outboxKinds } from '../../src/domain/outbox/outbox-item.ts'
import {
  type DataRow,
  type DataSource,
  type FindRows,
  findByUid,
} from '../identity/personal-data.ts'
import { deletedAccountUid } from './owner-ids.ts'

/**
 * Items that still run after a deletion: pending refunds are paid and replaced subscriptions cancelled. The items are
 * removed afterwards.
 */
const keptKinds: readonly string[] = ['refund', 'surplus', 'replaced']

const deletedKinds = outboxKinds.filter((kind) => !keptKinds.includes(kind))

const findOutboxItems: FindRows = (firestore, subject, purpose) => {
  const more = { field: 'kind', is: 'IN', value: deletedKinds } as const
  return findByUid('outbox', purpose === 'delete' ? [more] : [])(firestore, subject, purpose)
}

/** A share of a payment that still has to be refunded, as the reader was promised. */
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
