/**
 * A picture on its way from a request into object storage. It passes in pieces, so an upload takes
 * little memory however large it is.
 */
import { encodeHex } from '../../src/contracts/desk-signature.ts'
import { pictureKindBytes, pictureKindOf } from '../../src/contracts/picture-kind.ts'
import type { PictureKind } from '../../src/contracts/publishing.ts'

export type UploadProblem = 'kind' | 'hash'

export type PictureUpload = {
  /** For object storage, which has to check the hash as well: it stores all of the bytes or none. */
  readonly stream: ReadableStream<Uint8Array>
  /** Why storage failed, as far as the bytes that were sent explain it. */
  readonly problem: () => UploadProblem | null
}

/** `length` is the body's in bytes; `bodyHash` its SHA-256 in hex. */
export function uploadOf(
  body: ReadableStream<Uint8Array>,
  length: number,
  { kind, bodyHash }: { readonly kind: PictureKind; readonly bodyHash: string },
): PictureUpload {
  const digest = new crypto.DigestStream('SHA-256')
  const hashing = digest.getWriter()
  /** Null once its kind has been checked and it has been passed on. */
  let head: Uint8Array | null = new Uint8Array()
  let problem: UploadProblem | null = null

  /** Storage gets no byte before this: once it has all of them, it is too late to refuse. */
  function passOn(checked: Uint8Array, to: TransformStreamDefaultController<Uint8Array>) {
    head = null
    if (pictureKindOf(checked) === kind) return to.enqueue(checked)
    problem = 'kind'
    throw new Error(problem)
  }

  const checks = new TransformStream<Uint8Array, Uint8Array>({
    async transform(piece, controller) {
      await hashing.write(piece)
      if (head === null) return controller.enqueue(piece)
      head = concatenate(head, piece)
      if (head.length >= pictureKindBytes) passOn(head, controller)
    },
    async flush(controller) {
      if (head !== null) passOn(head, controller)
      await hashing.close()
      // Storage refuses these bytes by itself; this tells its caller why.
      if (encodeHex(await digest.digest) !== bodyHash) problem = 'hash'
    },
  })
  // Storage has to know the length before the last byte has arrived.
  const stream = body.pipeThrough(checks).pipeThrough(new FixedLengthStream(length))
  return { stream, problem: () => problem }
}

function concatenate(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}
