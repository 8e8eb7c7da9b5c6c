import { succeed } from '../../src/domain/result.ts'
import type { DataSource, FindRows } from '../identity/personal-data.ts'
import { getPicturePath, pictureCollection } from './picture-records.ts'

/** Exports the pictures that a person has uploaded. A deletion keeps them for the documents that show them. */
const findOwnPictures: FindRows = async (firestore, { uid }, purpose) => {
  if (purpose === 'delete') return succeed([])
  const found = await firestore.query({
    collection: pictureCollection,
    where: [{ field: 'owner', is: 'EQUAL', value: uid }],
  })
  if (!found.ok) return found
  return succeed(
    found.value.documents.map((row) => {
      const { words: _, ...fields } = row.fields
      return { ...row, path: getPicturePath(row.id), fields }
    }),
  )
}

export const pictureData: DataSource = { name: 'pictures', find: findOwnPictures }
