import { maxPictureUses, pictureUsesPage } from '../../src/domain/image/picture.ts'
import { fail, succeed } from '../../src/domain/result.ts'
import { finishPublicChange } from '../documents/commit-change.ts'
import type { DocumentsDeps } from '../documents/documents-deps.ts'
import { type Handle, refuse } from '../identity/handler.ts'
import { commitUnlessOvertaken, repeatIfOvertaken } from '../platform/adapters/optimistic-lock.ts'
import { createActWrite } from '../staff/act-records.ts'
import { type ChangedUses, changeUses } from './change-uses.ts'
import { toAttribute, toFocusField } from './document-pictures.ts'
import { indexPictures, restartIndex } from './index-pictures.ts'
import { loadPicture, maxAttempts, type PictureFailure, refuseStorage } from './load-picture.ts'
import { createPictureWrite, pickStored } from './picture-records.ts'

/** Each call replaces a page of uses, or reads more of the documents that may have others. */
export const replacePicture: Handle<'POST /api/desk/pictures/:id/replace', DocumentsDeps> = async (
  { id, by },
  staff,
  deps,
) => {
  if (id === by) return refuse('not_possible', 'This is the same picture. Choose a different one.')
  const indexed = await indexPictures(deps.firestore)
  if (!indexed.ok) return refuseStorage(deps, id, indexed.failure)
  const replaced = await repeatIfOvertaken<ChangedUses & { readonly left: number }, PictureFailure>(
    maxAttempts,
    async () => {
      const [loaded, other] = [
        await loadPicture(deps, id, staff),
        await loadPicture(deps, by, staff),
      ]
      if (!loaded.ok) return loaded
      if (!other.ok) return other
      const picture = loaded.value
      const unread = indexed.value ? 0 : 1
      if (picture.uses.length === 0) {
        if (!picture.hasMoreUses) return succeed({ changed: 0, committed: null, left: unread })
        // The record was full, so documents after these were left out.
        const emptied = { ...pickStored(picture), hasMoreUses: false }
        const restarted = await commitUnlessOvertaken(deps.firestore, [
          createPictureWrite(id, picture.updateTime, emptied),
          restartIndex,
        ])
        return restarted.ok ? succeed({ changed: 0, committed: null, left: 1 }) : restarted
      }
      const replacedUses = picture.uses.slice(0, pictureUsesPage)
      const laterUses = picture.uses.slice(pictureUsesPage)
      const { width, height, focus, credit } = other.value
      const act = { kind: 'pictureReplaced', subject: id, before: id, after: by } as const
      // A new file often has no texts yet, so it gets those of the replaced picture.
      const texts = {
        alt: other.value.alt || picture.alt,
        credit: credit || picture.credit,
        licence: other.value.licence || picture.licence,
      }
      const uses = [...new Set([...other.value.uses, ...replacedUses])]
      const done = await changeUses(deps, staff, {
        picture: { ...picture, uses: replacedUses },
        action: 'replaced picture',
        isStrict: true,
        change: {
          inField: ({ focus: _, ...image }) => ({
            ...image,
            ...(credit ? { credit } : {}),
            id: by,
            width,
            height,
            ...toFocusField(focus),
          }),
          inText: ({ focus: _, ...attributes }) => ({
            ...attributes,
            ...(credit ? { credit: toAttribute(credit) } : {}),
            image: by,
            width: String(width),
            height: String(height),
            ...toFocusField(focus),
          }),
        },
        relatedWrites: [
          createPictureWrite(id, picture.updateTime, { ...pickStored(picture), uses: laterUses }),
          createPictureWrite(by, other.value.updateTime, {
            ...pickStored(other.value),
            ...texts,
            uses: uses.slice(0, maxPictureUses),
            hasMoreUses: other.value.hasMoreUses || uses.length > maxPictureUses,
          }),
          createActWrite(staff, act, deps.now()),
        ],
      })
      const left = laterUses.length + (picture.hasMoreUses ? 1 : unread)
      return done.ok ? succeed({ ...done.value, left }) : done
    },
  )
  if (!replaced.ok) {
    const { failure } = replaced
    return 'kind' in failure ? refuseStorage(deps, id, failure) : fail(failure)
  }
  const { committed, changed, left } = replaced.value
  if (committed) await finishPublicChange(deps, committed)
  return succeed({ changed, left })
}
