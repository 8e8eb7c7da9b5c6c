import { z } from 'zod'
import type { OutputOf } from '../../src/contracts/endpoints/endpoint.ts'
import type { Api } from '../../src/contracts/endpoints/endpoints.ts'
import { chooseSearchWord, hasSearchWords } from '../../src/domain/image/picture.ts'
import { parseJson } from '../../src/domain/parse-json.ts'
import { succeed } from '../../src/domain/result.ts'
import { isEditor } from '../documents/change-document.ts'
import { type Handle, refuse, refuseUnavailable } from '../identity/handler.ts'
import type { Position, Query } from '../platform/adapters/firestore.ts'
import { indexPictures } from './index-pictures.ts'
import { parsePicture, pictureCollection, toPictureItem } from './picture-records.ts'

const pageSize = 36

/** The maximum number of queries per call: the database has no index for words together with the filter. */
const maxQueries = 4

const cursorSchema = z
  .tuple([z.iso.datetime(), z.string().max(150)])
  .transform(([time, id]): Position => ({ value: { timestampValue: time }, id }))

const formatCursor = ({ value, id }: Position) =>
  JSON.stringify(['timestampValue' in value ? value.timestampValue : '', id])

type Filter = NonNullable<Query['where']>[number]

export const listPictures: Handle<'GET /api/desk/pictures'> = async (
  { search, needs, after },
  staff,
  deps,
) => {
  const { firestore } = deps
  const cursor = after === undefined ? null : cursorSchema.safeParse(parseJson(after))
  if (cursor && !cursor.success) return refuse('bad_request')
  const word = chooseSearchWord(search ?? '')
  if (search?.trim() && word === null)
    return succeed({ pictures: [], next: null, isComplete: true })
  const refuseList = ({ kind }: { readonly kind: string }) =>
    refuseUnavailable(deps, 'pictures_unavailable', { kind })
  // Only a request for the first page updates the index, because later pages would shift.
  const indexed = cursor ? succeed(true) : await indexPictures(firestore)
  if (!indexed.ok) return refuseList(indexed.failure)
  const where: Filter[] = []
  if (!isEditor(staff)) where.push({ field: 'owner', is: 'EQUAL', value: staff.uid })
  if (word !== null) where.push({ field: 'words', is: 'ARRAY_CONTAINS', value: word })
  else if (needs) where.push({ field: 'needsAlt', is: 'EQUAL', value: true })

  const pictures: OutputOf<Api['GET /api/desk/pictures']>['pictures'] = []
  let position: Position | null = cursor?.data ?? null
  for (let queries = 0; queries < maxQueries && pictures.length < pageSize; queries++) {
    const found = await firestore.query({
      collection: pictureCollection,
      where,
      orderBy: 'storedAt',
      newestFirst: true,
      limit: pageSize,
      ...(position ? { after: position } : {}),
    })
    if (!found.ok) return refuseList(found.failure)
    const { documents, positions = [] } = found.value
    position = documents.length === pageSize ? positions.at(-1)! : null
    for (const picture of documents.map(parsePicture)) {
      if (!picture || !hasSearchWords(picture, search ?? '')) continue
      if (needs && !picture.needsAlt) continue
      pictures.push(toPictureItem(picture.id, picture))
    }
    if (position === null) break
  }
  const next = position && formatCursor(position)
  return succeed({ pictures, next, isComplete: indexed.value })
}
