import { succeed } from '../../src/domain/result.ts'
import type { DataRow, DataSource, FindRows } from '../identity/personal-data.ts'

/** Excludes the text, and the people who submitted the draft or can see it through a link. */
const shownFields = [
  'collection',
  'slug',
  'base',
  'revision',
  'owner',
  'savedAt',
  'savedBy',
  'publishAt',
  'deletedAt',
  'expiresAt',
  'formerSlug',
  'renamedAt',
  'kept',
]

/** Number of texts read at once. */
const chunk = 10

/** The maximum total number of characters in a copy's texts. An isolate can't hold a thousand long texts. */
const maxCharacters = 20_000_000

const omission =
  'The text doesn’t fit in this file. If you still have access to the desk, you can read it there.'

/**
 * Exports drafts that the person created or saved last, naming nobody else. Later changes by others are left out, as
 * they may be secret from former staff. A deletion leaves drafts to the people who work on them.
 */
const findOwnDrafts: FindRows = async (firestore, { uid }, purpose) => {
  if (purpose === 'delete') return succeed([])
  const rows = new Map<string, DataRow>()
  for (const field of ['owner', 'savedBy']) {
    const where = [{ field, is: 'EQUAL', value: uid } as const]
    const found = await firestore.query({ collection: 'drafts', where, fields: shownFields })
    if (!found.ok) return found
    for (const row of found.value.documents) {
      const { owner, savedBy, ...fields } = row.fields
      const own = Object.entries({ owner, savedBy }).filter(([, value]) => value === uid)
      const shown = { ...fields, ...Object.fromEntries(own) }
      rows.set(row.id, { ...row, path: `drafts/${row.id}`, fields: shown })
    }
  }
  const own = [...rows.values()].filter(({ fields }) => fields.savedBy === uid)
  let characters = 0
  for (let index = 0; index < own.length; index += chunk) {
    const drafts = own.slice(index, index + chunk)
    const hasRoom = characters < maxCharacters
    const paths = hasRoom ? drafts.map(({ path }) => path) : []
    const found = await firestore.getAll(paths, ['savedBy', 'fields', 'body'])
    if (!found.ok) return found
    for (const [position, draft] of drafts.entries()) {
      const { savedBy, fields, body } = found.value[position]?.fields ?? {}
      const content = savedBy === uid ? { fields, body } : { omission }
      characters += JSON.stringify(content).length
      rows.set(draft.id, { ...draft, fields: { ...draft.fields, ...content } })
    }
  }
  return succeed([...rows.values()])
}

export const draftData: DataSource = { name: 'drafts', find: findOwnDrafts }
