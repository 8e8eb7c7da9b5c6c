/** Pictures on their way to the site: measured, named by their content, stored. */
import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { signatureHeader, signRequest } from '../../src/contracts/desk-signature.ts'
import { pictureKindOf } from '../../src/contracts/picture-kind.ts'
import {
  largestPicture,
  type PictureKind,
  pictureKinds,
  storedPicturePath,
  storedPictureQuerySchema,
} from '../../src/contracts/publishing.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { Desk } from './environment.ts'

export type StoredPicture = {
  readonly id: string
  readonly width: number
  readonly height: number
}

export type MeasuredPicture = {
  readonly kind: PictureKind
  /** As seen: a photograph that lies on its side is turned before it is measured. */
  readonly width: number
  readonly height: number
}

export type PictureFailure =
  /** No picture, of a kind that is not taken, too large, or broken. */
  | { readonly kind: 'unusable'; readonly reason: string }
  /** The site does not answer. */
  | { readonly kind: 'away'; readonly reason: string }
  /** The site does not take it. */
  | { readonly kind: 'refused'; readonly reason: string }

const unusable = (reason: string) => fail({ kind: 'unusable', reason } as const)

/** By what the bytes are, whatever the file is called. */
export async function measurePicture(
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Result<MeasuredPicture, PictureFailure>> {
  if (bytes.length > largestPicture) {
    return unusable(`has ${bytes.length} bytes; ${largestPicture} is the most that is taken`)
  }
  const kind = pictureKindOf(bytes)
  if (!kind) return unusable(`is no picture of a kind that is taken: ${pictureKinds.join(', ')}`)
  try {
    const image = sharp(bytes, { failOn: 'error', sequentialRead: true })
    const { autoOrient, height } = await image.metadata()
    // Reads every row, and keeps next to nothing: a file that is cut off has a sound beginning.
    const shrinking = { fit: 'fill', kernel: 'nearest', fastShrinkOnLoad: false } as const
    await image.resize(8, height, shrinking).raw().toBuffer()
    const size = storedPictureQuerySchema.pick({ width: true, height: true }).safeParse(autoOrient)
    if (!size.success) return unusable('is wider or higher than 20,000 pixels')
    return succeed({ kind, ...size.data })
  } catch {
    return unusable('is broken: it cannot be read to its end')
  }
}

/** The words of the hint, a file's name as a rule, and a hash of the bytes. */
export function pictureId(bytes: Uint8Array, nameHint: string): string {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
  const name = nameHint.replace(/^.*[/\\]/, '').replace(/\.[a-z0-9]{1,5}$/i, '')
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? ['picture']
  return `${words.join('-').slice(0, 80).replace(/-$/, '')}-${hash}`
}

/** The site takes so many in a minute, and bulk is more: one that comes too soon waits. */
const attempts = 6
/** Milliseconds, once more for each attempt: more than a minute in all. */
const pause = 5_000

/** Puts a measured picture into the site's storage under its id. Again is harmless. */
export async function putPicture(
  desk: Desk,
  id: string,
  bytes: Uint8Array<ArrayBuffer>,
  { kind, width, height }: MeasuredPicture,
  closed: boolean,
): Promise<Result<void, PictureFailure>> {
  const path = storedPicturePath(id, { width, height, kind, closed: closed ? '1' : '0' })
  for (let attempt = 1; ; attempt++) {
    const answer = await putOnce(desk, path, bytes, kind)
    if (typeof answer === 'string') return fail({ kind: 'away', reason: answer })
    if (answer < 300) return succeed(undefined)
    const isBusy = answer === 429 || answer >= 500
    const reason = `the site answered ${answer}`
    if (!isBusy) return fail({ kind: 'refused', reason })
    if (attempt === attempts) return fail({ kind: 'away', reason })
    await new Promise((resolve) => setTimeout(resolve, attempt * pause))
  }
}

/** Answers the status, or why there was none. */
async function putOnce(
  desk: Desk,
  path: string,
  bytes: Uint8Array<ArrayBuffer>,
  kind: PictureKind,
): Promise<number | string> {
  // Signed anew each time: a signature is good once.
  const signature = await signRequest({ method: 'PUT', path, body: bytes }, desk.keys, new Date())
  try {
    const response = await fetch(desk.siteUrl + path, {
      method: 'PUT',
      headers: { [signatureHeader]: signature, 'Content-Type': kind },
      body: bytes,
      redirect: 'manual',
      signal: AbortSignal.timeout(120_000),
    })
    await response.body?.cancel()
    return response.status
  } catch (error) {
    return `the site does not answer (${error instanceof Error ? error.name : 'unknown'})`
  }
}

/** Measures a picture, names it and stores it. */
export async function storePicture(
  desk: Desk,
  bytes: Uint8Array<ArrayBuffer>,
  nameHint: string,
  closed: boolean,
): Promise<Result<StoredPicture, PictureFailure>> {
  const measured = await measurePicture(bytes)
  if (!measured.ok) return measured
  const id = pictureId(bytes, nameHint)
  const stored = await putPicture(desk, id, bytes, measured.value, closed)
  if (!stored.ok) return stored
  return succeed({ id, width: measured.value.width, height: measured.value.height })
}
