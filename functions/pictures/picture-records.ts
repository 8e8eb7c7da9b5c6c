/** Records of pictures, which the desk lists. Their files are in the bucket. */
import type { PictureItem } from '../../src/contracts/endpoints/picture-endpoints.ts'
import { completePicture, type Picture, pictureSchema } from '../../src/domain/image/picture.ts'
import { isEditor } from '../documents/change-document.ts'
import type { Staff } from '../identity/caller.ts'
import { createSafeWrite, type StoredDocument, type Write } from '../platform/adapters/firestore.ts'

export const pictureCollection = 'pictures'

export const getPicturePath = (id: string) => `${pictureCollection}/${id}`

export type StoredPicture = Picture & { readonly id: string; readonly updateTime: string }

/** Null for a missing record, or one that this version can't read. */
export function parsePicture(document: StoredDocument | null | undefined): StoredPicture | null {
  const parsed = pictureSchema.safeParse(document?.fields)
  return document && parsed.success
    ? { ...parsed.data, id: document.id, updateTime: document.updateTime }
    : null
}

/** Writers see only their own pictures. */
export const isVisible = ({ owner }: Picture, staff: Pick<Staff, 'uid' | 'role'>): boolean =>
  isEditor(staff) || owner === staff.uid

export const createPictureWrite = (
  id: string,
  updateTime: string | null,
  picture: Omit<Picture, 'needsAlt' | 'words'>,
): Write => createSafeWrite(getPicturePath(id), updateTime, completePicture(picture))

export const toPictureItem = (id: string, picture: Picture): PictureItem => ({
  id,
  alt: picture.alt,
  credit: picture.credit,
  licence: picture.licence,
  name: picture.name,
  width: picture.width,
  height: picture.height,
  focus: picture.focus,
  storedAt: picture.storedAt.toISOString(),
})

/** Returns the stored fields, without the record's id and update time. */
export const pickStored = ({ id: _, updateTime: __, ...picture }: StoredPicture): Picture => picture
