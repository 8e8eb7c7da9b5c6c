/** Stores the parts of an upload for a day, so that an interrupted upload can continue. */
import { day } from '../../src/domain/duration.ts'
import { uploadPartBytes } from '../../src/domain/upload-limits.ts'
import type { Bindings } from '../identity/edge-context.ts'

type Storage = Pick<Bindings, 'MEDIA'>

/** The key has slashes, which ids don't, so no address serves a part. The uid keeps others from continuing the upload. */
const getFolder = (uid: string) => `uploads/${uid}/`

export type Upload = { readonly uid: string; readonly hash: string }

const getPartKey = ({ uid, hash }: Upload, part: number) => `${getFolder(uid)}${hash}/${part}`

const listKeys = ({ hash, uid }: Upload, size: number) =>
  Array.from({ length: Math.ceil(size / uploadPartBytes) }, (_, part) =>
    getPartKey({ uid, hash }, part),
  )

/** The maximum number of parts per person: enough for a few of the largest files, too few to fill the bucket. */
const maxParts = 200

/** Removes the person's old parts, and returns the keys of the others. */
async function listOwnKeys({ MEDIA }: Storage, uid: string, now: Date): Promise<string[]> {
  const { objects } = await MEDIA.list({ prefix: getFolder(uid) })
  const isOld = ({ uploaded }: R2Object) => now.getTime() - uploaded.getTime() > day
  const old = objects.filter(isOld)
  if (old.length > 0) await MEDIA.delete(old.map(({ key }) => key))
  return objects.filter((object) => !old.includes(object)).map(({ key }) => key)
}

/** Returns the numbers of the stored parts. */
export async function listParts(storage: Storage, upload: Upload, now: Date): Promise<number[]> {
  const own = `${getFolder(upload.uid)}${upload.hash}/`
  return (await listOwnKeys(storage, upload.uid, now))
    .filter((key) => key.startsWith(own))
    .map((key) => Number(key.slice(own.length)))
    .toSorted((one, other) => one - other)
}

type Part = { readonly part: number; readonly bytes: ArrayBuffer; readonly now: Date }

/** Returns false if the person has too many parts. */
export async function storePart(
  storage: Storage,
  upload: Upload,
  { part, bytes, now }: Part,
): Promise<boolean> {
  const key = getPartKey(upload, part)
  const keys = await listOwnKeys(storage, upload.uid, now)
  if (keys.length >= maxParts && !keys.includes(key)) return false
  await storage.MEDIA.put(key, bytes)
  return true
}

/** Null if parts are missing or have another size. */
export async function readParts(
  { MEDIA }: Storage,
  upload: Upload,
  size: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const bytes = new Uint8Array(size)
  let at = 0
  for (const key of listKeys(upload, size)) {
    const stored = await MEDIA.get(key)
    if (!stored || stored.size > size - at) return null
    bytes.set(new Uint8Array(await stored.arrayBuffer()), at)
    at += stored.size
  }
  return at === size ? bytes : null
}

/** Returns the first bytes of a file; null if its parts are missing or have another size. */
export async function readHead(
  { MEDIA }: Storage,
  upload: Upload,
  { size, length }: { readonly size: number; readonly length: number },
): Promise<Uint8Array<ArrayBuffer> | null> {
  const keys = listKeys(upload, size)
  const sizes = await Promise.all(keys.map(async (key) => (await MEDIA.head(key))?.size ?? 0))
  const [first] = keys
  if (first === undefined || sizes.reduce((sum, one) => sum + one, 0) !== size) return null
  const stored = await MEDIA.get(first, { range: { offset: 0, length } })
  return stored && new Uint8Array(await stored.arrayBuffer())
}

/** Streams the parts, because a recording is larger than what an isolate should hold. */
export function streamParts({ MEDIA }: Storage, upload: Upload, size: number): ReadableStream {
  const { readable, writable } = new FixedLengthStream(size)
  const send = async () => {
    for (const key of listKeys(upload, size)) {
      const stored = await MEDIA.get(key)
      if (!stored) throw new Error('A part is missing.')
      await stored.body.pipeTo(writable, { preventClose: true })
    }
    await writable.close()
  }
  // The stream's reader gets the error.
  void send().catch((error: unknown) => writable.abort(error).catch(() => {}))
  return readable
}

export const removeParts = ({ MEDIA }: Storage, upload: Upload, size: number): Promise<void> =>
  MEDIA.delete(listKeys(upload, size))
