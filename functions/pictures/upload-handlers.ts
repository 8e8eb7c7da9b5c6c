import { detectAudioType } from '../../src/contracts/endpoints/audio-type.ts'
import { imageTypeBytes } from '../../src/contracts/endpoints/image-type.ts'
import {
  imageHashLength,
  imageUploadQuerySchema,
} from '../../src/contracts/endpoints/publishing-endpoints.ts'
import { encodeHex } from '../../src/contracts/signing/desk-signature.ts'
import { day } from '../../src/domain/duration.ts'
import { createImageId } from '../../src/domain/image/image-id.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import { maxAudioBytes, maxImageBytes } from '../../src/domain/upload-limits.ts'
import type { Staff } from '../identity/caller.ts'
import type { Deps } from '../identity/edge-context.ts'
import { type Handle, type Refusal, refuse, refuseUnavailable } from '../identity/handler.ts'
import { measurePicture } from '../images/measure-picture.ts'
import { refuseRemoved } from '../images/store-image.ts'
import { findPicture, storePicture, storeRecording } from '../images/store-picture.ts'
import { tryStorage } from '../images/try-storage.ts'
import { countActs, createActWrite } from '../staff/act-records.ts'
import {
  createPictureWrite,
  getPicturePath,
  parsePicture,
  pickStored,
  toPictureItem,
} from './picture-records.ts'
import {
  listParts,
  readHead,
  readParts,
  removeParts,
  storePart,
  streamParts,
} from './upload-parts.ts'

const sizeSchema = imageUploadQuerySchema.pick({ width: true, height: true })

const megabyte = 1024 * 1024

/** The maximum number of files that one person stores in a day. Without a limit, a script could fill the bucket. */
const maxFilesADay = 500

const refuseSize = (noun: string, max: number) =>
  refuse('not_possible', `The ${noun} is larger than ${max / megabyte} MB. Choose a smaller file.`)

const refuseParts = () =>
  refuse('not_possible', 'Parts of the file are missing. Choose the file again to upload them.')

const refuseDamaged = () =>
  refuse('not_possible', 'The file was damaged during the upload. Choose it again.')

export const getUpload: Handle<'GET /api/desk/uploads/:upload'> = async (
  { upload: hash },
  { uid },
  deps,
) => {
  const listed = await tryStorage(deps, hash, () => listParts(deps.env, { uid, hash }, deps.now()))
  return listed.ok ? succeed({ parts: listed.value }) : listed
}

export const storeUploadPart: Handle<'PUT /api/desk/uploads/:upload/:part'> = async (
  { upload: hash, part },
  { uid },
  deps,
) => {
  const bytes = await deps.request.arrayBuffer()
  if (bytes.byteLength === 0) return refuse('bad_request')
  const now = deps.now()
  const stored = await tryStorage(deps, hash, () =>
    storePart(deps.env, { uid, hash }, { part, bytes, now }),
  )
  if (!stored.ok) return stored
  return stored.value
    ? succeed(undefined)
    : refuse(
        'not_possible',
        'You have too many unfinished uploads. Finish them first, or wait a day.',
      )
}

/** If deleting the parts fails, they remain for a day. */
async function forgetParts(deps: Deps, { uid }: Staff, hash: string, size: number) {
  await tryStorage(deps, hash, () => removeParts(deps.env, { uid, hash }, size))
}

export const storeDeskPicture: Handle<'POST /api/desk/pictures'> = async (
  { upload: hash, name, size },
  staff,
  deps,
) => {
  if (size > maxImageBytes) return refuseSize('picture', maxImageBytes)
  const { env } = deps
  const read = await tryStorage(deps, hash, () => readParts(env, { uid: staff.uid, hash }, size))
  if (!read.ok) return read
  const bytes = read.value
  // The parts are gone if an earlier call stored the picture but its response was lost.
  if (!bytes) return findEarlierPicture(deps, createFileId(name, hash))
  if (encodeHex(await crypto.subtle.digest('SHA-256', bytes)) !== hash) {
    await forgetParts(deps, staff, hash, size)
    return refuseDamaged()
  }
  const measured = measurePicture(bytes)
  if (!measured) {
    await forgetParts(deps, staff, hash, size)
    return refuse(
      'not_possible',
      'This isn’t a picture in a format we support. Choose a JPEG, PNG, WebP, AVIF or GIF file.',
    )
  }
  const { width, height } = measured
  if (!sizeSchema.safeParse({ width, height }).success)
    return refuse(
      'not_possible',
      'The picture is wider or taller than 20,000 pixels. Make it smaller and try again.',
    )
  const id = createFileId(name, hash)
  const prepared = await prepareFile(deps, staff, id)
  if (!prepared.ok) return prepared
  if (prepared.value === 'missing') {
    const stored = await tryStorage(deps, id, () => storePicture(env, id, bytes, measured))
    if (!stored.ok) return stored
    if (stored.value) return refuseRemoved(stored.value)
  }
  const recorded = await recordPicture(deps, staff, id, { name, width, height })
  if (!recorded.ok) return recorded
  await forgetParts(deps, staff, hash, size)
  return recorded
}

const createFileId = (name: string, hash: string) =>
  createImageId(name, hash.slice(0, imageHashLength))

async function findEarlierPicture(deps: Deps, id: string) {
  const record = await deps.firestore.get(getPicturePath(id))
  if (!record.ok)
    return refuseUnavailable(deps, 'picture_unavailable', { id, kind: record.failure.kind })
  const picture = parsePicture(record.value)
  return picture ? succeed(toPictureItem(id, picture)) : refuseParts()
}

/** Records the act first, so that no file is stored without it. */
async function prepareFile(
  deps: Deps,
  staff: Staff,
  id: string,
): Promise<Result<'missing' | 'stored', Refusal<'not_possible' | 'unavailable'>>> {
  const found = await tryStorage(deps, id, () => findPicture(deps.env, id))
  if (!found.ok) return found
  if (found.value.kind === 'removed') return refuseRemoved(found.value.removal)
  if (found.value.kind === 'stored') return succeed('stored')
  const since = new Date(deps.now().getTime() - day)
  const count = await countActs(deps.firestore, { by: staff.uid, kind: 'pictureStored', since })
  if (!count.ok)
    return refuseUnavailable(deps, 'picture_not_stored', { id, kind: count.failure.kind })
  if (count.value >= maxFilesADay)
    return refuse(
      'not_possible',
      `You’ve reached the limit of ${maxFilesADay} files in 24 hours. Try again tomorrow.`,
    )
  const act = { kind: 'pictureStored', subject: id, before: null, after: null } as const
  const recorded = await deps.firestore.commit([createActWrite(staff, act, deps.now())])
  if (!recorded.ok)
    return refuseUnavailable(deps, 'picture_not_stored', { id, kind: recorded.failure.kind })
  return succeed('missing')
}

type File = { readonly name: string; readonly width: number; readonly height: number }

/** A picture that somebody else uploaded before keeps its owner. */
async function recordPicture(deps: Deps, staff: Staff, id: string, file: File) {
  const { firestore, now } = deps
  const refuseRecord = ({ kind }: { readonly kind: string }) =>
    refuseUnavailable(deps, 'picture_not_stored', { id, kind })
  const found = await firestore.get(getPicturePath(id))
  if (!found.ok) return refuseRecord(found.failure)
  const known = parsePicture(found.value)
  if (known && known.name !== '') return succeed(toPictureItem(id, known))
  const picture = known
    ? { ...pickStored(known), ...file, owner: known.owner ?? staff.uid }
    : {
        ...file,
        alt: '',
        credit: '',
        licence: '',
        focus: null,
        owner: staff.uid,
        storedAt: now(),
        uses: [],
        hasMoreUses: false,
      }
  const write = createPictureWrite(id, known?.updateTime ?? null, picture)
  const committed = await firestore.commit([write])
  if (!committed.ok) return refuseRecord(committed.failure)
  return succeed(toPictureItem(id, { ...picture, needsAlt: picture.alt === '', words: [] }))
}

export const storeDeskRecording: Handle<'POST /api/desk/recordings'> = async (
  { upload: hash, name, size },
  staff,
  deps,
) => {
  if (size > maxAudioBytes) return refuseSize('recording', maxAudioBytes)
  const { env } = deps
  const upload = { uid: staff.uid, hash }
  const id = createFileId(name, hash)
  const head = await tryStorage(deps, id, () =>
    readHead(env, upload, { size, length: imageTypeBytes }),
  )
  if (!head.ok) return head
  if (!head.value) {
    // An earlier call may have stored the file, although its response was lost.
    const found = await tryStorage(deps, id, () => findPicture(env, id))
    if (!found.ok) return found
    return found.value.kind === 'stored' ? succeed({ id }) : refuseParts()
  }
  const kind = detectAudioType(head.value)
  if (!kind) {
    await forgetParts(deps, staff, hash, size)
    return refuse(
      'not_possible',
      'This isn’t a recording in a format we support. Choose an MP3, M4A, AAC, Ogg or WAV file.',
    )
  }
  const prepared = await prepareFile(deps, staff, id)
  if (!prepared.ok) return prepared
  if (prepared.value === 'missing') {
    const stored = await tryStorage(deps, id, () =>
      storeRecording(env, id, streamParts(env, upload, size), { kind, hash }),
    )
    if (!stored.ok) return stored
    if (stored.value) return refuseRemoved(stored.value)
  }
  await forgetParts(deps, staff, hash, size)
  return succeed({ id })
}
