import { imageUploadQuerySchema } from '../../src/contracts/endpoints/publishing-endpoints.ts'
import { day } from '../../src/domain/duration.ts'
import { succeed } from '../../src/domain/result.ts'
import { type Handle, refuse, refuseUnavailable } from '../identity/handler.ts'
import { measurePicture } from '../images/measure-picture.ts'
import { refuseRemoved } from '../images/store-image.ts'
import { findPicture, identifyPicture, storePicture } from '../images/store-picture.ts'
import { tryStorage } from '../images/try-storage.ts'
import { countActs, createActWrite } from '../staff/act-records.ts'

const sizeSchema = imageUploadQuerySchema.pick({ width: true, height: true })

/** Of one person: a script could fill the bucket with terabytes. */
const maxPicturesADay = 500

export const storeDeskPicture: Handle<'POST /api/desk/pictures'> = async (
  { name },
  staff,
  deps,
) => {
  const { env, firestore, request } = deps
  const bytes = new Uint8Array(await request.arrayBuffer())
  const measured = measurePicture(bytes)
  if (!measured)
    return refuse('not_possible', 'This isn’t a picture: JPEG, PNG, WebP, AVIF and GIF are.')
  const { width, height } = measured
  if (!sizeSchema.safeParse({ width, height }).success)
    return refuse('not_possible', 'The picture is wider or higher than 20,000 pixels.')
  const id = await identifyPicture(bytes, name)
  const found = await tryStorage(deps, id, () => findPicture(env, id))
  if (!found.ok) return found
  if (found.value.kind === 'removed') return refuseRemoved(found.value.removal)
  if (found.value.kind === 'stored') return succeed({ id, width, height })
  const storedToday = await countActs(firestore, {
    by: staff.uid,
    kind: 'pictureStored',
    since: new Date(deps.now().getTime() - day),
  })
  if (!storedToday.ok)
    return refuseUnavailable(deps, 'picture_not_stored', { id, kind: storedToday.failure.kind })
  if (storedToday.value >= maxPicturesADay)
    return refuse(
      'not_possible',
      `You’ve stored ${maxPicturesADay} pictures in a day. Wait until tomorrow.`,
    )
  // First, so that none is stored without it.
  const act = { kind: 'pictureStored', subject: id, before: null, after: null } as const
  const recorded = await firestore.commit([createActWrite(staff, act, deps.now())])
  if (!recorded.ok)
    return refuseUnavailable(deps, 'picture_not_stored', { id, kind: recorded.failure.kind })
  const stored = await tryStorage(deps, id, () => storePicture(env, id, bytes, measured))
  if (!stored.ok) return stored
  return stored.value ? refuseRemoved(stored.value) : succeed({ id, width, height })
}
