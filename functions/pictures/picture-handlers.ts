import type { PictureItem } from '../../src/contracts/endpoints/picture-endpoints.ts'
import { type Picture, pictureUsesPage } from '../../src/domain/image/picture.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { isEditor } from '../documents/change-document.ts'
import { finishPublicChange } from '../documents/commit-change.ts'
import type { DocumentsDeps } from '../documents/documents-deps.ts'
import type { Handle } from '../identity/handler.ts'
import { type Overtaken, repeatIfOvertaken } from '../platform/adapters/optimistic-lock.ts'
import { createActWrite } from '../staff/act-records.ts'
import { type ChangedUses, changeUses } from './change-uses.ts'
import { toAttribute, toFocusField } from './document-pictures.ts'
import { findUses } from './find-uses.ts'
import { indexPictures } from './index-pictures.ts'
import { loadPicture, maxAttempts, type PictureFailure, refuseStorage } from './load-picture.ts'
import { createPictureWrite, pickStored, toPictureItem } from './picture-records.ts'

export const getPicture: Handle<'GET /api/desk/pictures/:id'> = async (
  { id, after = 0 },
  staff,
  deps,
) => {
  const { firestore } = deps
  const indexed = await indexPictures(firestore)
  if (!indexed.ok) return refuseStorage(deps, id, indexed.failure)
  const picture = await loadPicture(deps, id, staff)
  if (!picture.ok) {
    const { failure } = picture
    return 'kind' in failure ? refuseStorage(deps, id, failure) : fail(failure)
  }
  const { uses: paths } = picture.value
  const hasMoreUses = picture.value.hasMoreUses || !indexed.value
  const end = after + pictureUsesPage
  const uses = await findUses(firestore, { id, uses: paths.slice(after, end) }, staff)
  if (!uses.ok) return refuseStorage(deps, id, uses.failure)
  const next = end < paths.length ? end : null
  return succeed({ ...toPictureItem(id, picture.value), uses: uses.value, next, hasMoreUses })
}

type Fields = { readonly [Name in EditedField]?: Picture[Name] | undefined }

type EditedField = 'alt' | 'credit' | 'licence' | 'focus'

const describe = ({ alt, credit, licence, focus }: Picture) =>
  JSON.stringify({ alt, credit, licence, focus })

/** The focal point is changed in each document. A document keeps its own texts, and only gets missing ones. */
function createChange({ alt, credit, focus }: Fields): Parameters<typeof changeUses>[2]['change'] {
  return {
    inField({ altNeeded, focus: before, ...image }) {
      const isFilled = Boolean(alt) && (altNeeded === true || image.alt === '')
      return {
        ...image,
        ...(isFilled ? { alt } : altNeeded === undefined ? {} : { altNeeded }),
        ...(credit && image.credit === '' ? { credit } : {}),
        ...toFocusField(focus === undefined ? before : focus),
      }
    },
    inText({ altNeeded, focus: before, ...attributes }) {
      const isFilled = Boolean(alt) && (altNeeded === 'true' || !attributes.alt)
      return {
        ...attributes,
        ...(isFilled ? { alt: toAttribute(alt!) } : altNeeded ? { altNeeded } : {}),
        ...(credit && !attributes.credit ? { credit: toAttribute(credit) } : {}),
        ...toFocusField(focus === undefined ? before : focus),
      }
    },
  }
}

export const changePictureRecord: Handle<'PATCH /api/desk/pictures/:id', DocumentsDeps> = async (
  { id, ...fields },
  staff,
  deps,
) => {
  const indexed = await indexPictures(deps.firestore)
  if (!indexed.ok) return refuseStorage(deps, id, indexed.failure)
  const changed = await repeatIfOvertaken<ChangedUses & { item: PictureItem }, PictureFailure>(
    maxAttempts,
    async () => {
      const loaded = await loadPicture(deps, id, staff)
      if (!loaded.ok) return loaded
      const picture = loaded.value
      const before = pickStored(picture)
      const after: Picture = mergeFields(before, fields)
      const item = toPictureItem(id, after)
      // Answers a repeated call. Documents written since the first call keep their texts.
      if (describe(before) === describe(after))
        return succeed({ item, changed: 0, committed: null })
      const act = createActWrite(
        staff,
        { kind: 'pictureChanged', subject: id, before: describe(before), after: describe(after) },
        deps.now(),
      )
      const done = await changeUses(deps, staff, {
        // A writer's change waits for an editor who publishes it.
        picture: {
          ...picture,
          uses: isEditor(staff) ? picture.uses.slice(0, pictureUsesPage) : [],
        },
        change: createChange(fields),
        action: 'changed picture',
        isStrict: false,
        relatedWrites: [createPictureWrite(id, picture.updateTime, after), act],
      })
      return done.ok
        ? succeed({ ...done.value, item })
        : (done as Result<never, PictureFailure | Overtaken>)
    },
  )
  if (!changed.ok) {
    const { failure } = changed
    return 'kind' in failure ? refuseStorage(deps, id, failure) : fail(failure)
  }
  const { item, committed, changed: count } = changed.value
  if (committed) await finishPublicChange(deps, committed)
  return succeed({ ...item, changed: count })
}

const mergeFields = (picture: Picture, fields: Fields): Picture => ({
  ...picture,
  alt: fields.alt ?? picture.alt,
  credit: fields.credit ?? picture.credit,
  licence: fields.licence ?? picture.licence,
  // Null removes the focal point.
  focus: fields.focus === undefined ? picture.focus : fields.focus,
})
