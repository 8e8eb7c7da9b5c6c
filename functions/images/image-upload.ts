import { detectAudioType } from '../../src/contracts/endpoints/audio-type.ts'
import { detectImageType, imageTypeBytes } from '../../src/contracts/endpoints/image-type.ts'
import type { MediaFields } from '../../src/contracts/endpoints/publishing-endpoints.ts'
import { encodeHex } from '../../src/contracts/signing/desk-signature.ts'

type UploadProblem = 'kind' | 'hash'

export type ImageUpload = {
  /** R2 checks the hash too, and stores either all of the bytes or none. */
  readonly stream: ReadableStream<Uint8Array>
  /** The reason for a failure, if the bytes caused it. */
  readonly problem: () => UploadProblem | null
}

/** `length` is in bytes; `bodyHash` is SHA-256 in hex. */
export function createUpload(
  body: ReadableStream<Uint8Array>,
  length: number,
  { kind, bodyHash }: { readonly kind: MediaFields['kind']; readonly bodyHash: string },
): ImageUpload {
  const digest = new crypto.DigestStream('SHA-256')
  const hashWriter = digest.getWriter()
  /** Null once the type has been checked. */
  let head: Uint8Array | null = new Uint8Array()
  let problem: UploadProblem | null = null

  /** Holds back the first bytes until the type is checked, because a complete upload to R2 can't be refused. */
  function forwardHead(checked: Uint8Array, to: TransformStreamDefaultController<Uint8Array>) {
    head = null
    const detected = detectImageType(checked) ?? detectAudioType(checked)
    if (detected === kind) return to.enqueue(checked)
    problem = 'kind'
    throw new Error(problem)
  }

  const checkedStream = new TransformStream<Uint8Array, Uint8Array>({
    async transform(chunk, controller) {
      await hashWriter.write(chunk)
      if (head === null) return controller.enqueue(chunk)
      head = concatenate(head, chunk)
      if (head.length >= imageTypeBytes) forwardHead(head, controller)
    },
    async flush(controller) {
      if (head !== null) forwardHead(head, controller)
      await hashWriter.close()
      // R2 refuses these bytes too; this response gives the reason.
      if (encodeHex(await digest.digest) !== bodyHash) problem = 'hash'
    },
  })
  // R2 needs the length in advance.
  const stream = body.pipeThrough(checkedStream).pipeThrough(new FixedLengthStream(length))
  return { stream, problem: () => problem }
}

function concatenate(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}
