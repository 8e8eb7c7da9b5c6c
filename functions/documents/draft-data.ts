import { succeed } from '../../src/domain/result.ts'
import type { DataRow, DataSource, FindRows } from '../identity/personal-data.ts'

/**
 * For the data copy: drafts that somebody has begun or saved last, without who else did. What another has saved since isn't
 * in it, as it may be secret from people who have left. A deletion leaves drafts to the people who work on them.
 */
const findOwnDrafts: FindRows = async (firestore, { uid }, purpose) => {
  if (purpose === 'delete') return succeed([])
  const rows = new Map<string, DataRow>()
  for (const field of ['owner', 'savedBy']) {
    const where = [{ field, is: 'EQUAL', value: uid } as const]
    const found = await firestore.query({ collection: 'drafts', where })
    if (!found.ok) return found
    for (const row of found.value.documents) {
      const {
        owner,
        savedBy,
        submitted: _,
        takenOver: __,
        preview: ___,
        fields: text,
        body,
        ...fields
      } = row.fields
      const own = Object.entries({ owner, savedBy }).filter(([, value]) => value === uid)
      const shown = {
        ...fields,
        ...(savedBy === uid ? { fields: text, body } : {}),
        ...Object.fromEntries(own),
      }
      rows.set(row.id, { ...row, path: `drafts/${row.id}`, fields: shown })
    }
  }
  return succeed([...rows.values()])
}

export const draftData: DataSource = { name: 'drafts', find: findOwnDrafts }
