import type { Query, StoredDocument } from '../../platform/adapters/firestore.ts'

export type StoredChange = {
  readonly id: string
  readonly fields: { readonly status: unknown; readonly updatedAt: Date }
}

/** Answers the queries of recent-changes.ts. Of several changes with the same id, the last one counts. */
export function queryChanges(
  stored: readonly StoredChange[],
  { where, afterId = '', newestFirst, limit }: Query,
): StoredDocument[] {
  const { is, value } = where![0]!
  const latest = new Map(stored.map((change) => [change.id, change]))
  return [...latest.values()]
    .filter(({ id, fields }) =>
      is === 'EQUAL'
        ? fields.status === value && id > afterId
        : fields.updatedAt >= (value as Date),
    )
    .sort((one, other) =>
      newestFirst
        ? other.fields.updatedAt.getTime() - one.fields.updatedAt.getTime()
        : one.id.localeCompare(other.id),
    )
    .slice(0, limit)
    .map((change) => ({ ...change, updateTime: '' }))
}
