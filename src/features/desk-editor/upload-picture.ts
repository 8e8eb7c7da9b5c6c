/** Sends a picture to the server, with its progress, which `fetch` doesn't tell. */
import { getEndpointPath } from '../../contracts/endpoints/endpoint-path.ts'
import { fail, type Result, succeed } from '../../domain/result.ts'

type Picture = { readonly id: string; readonly width: number; readonly height: number }

/** Milliseconds without an end after which an upload has failed. */
const uploadTimeout = 120_000

/** The endpoint's limit. */
const maxNameLength = 200

const failures = {
  network: 'The upload was interrupted. Check your connection, and choose the picture again.',
  timeout: 'The upload took too long. Try a better connection, or a smaller picture.',
  unknown: 'The picture couldn’t be stored. Try again in a minute.',
} as const

function readMessage(text: string): string {
  try {
    const { error } = JSON.parse(text) as { error?: { message?: unknown } }
    return typeof error?.message === 'string' ? error.message : failures.unknown
  } catch {
    return failures.unknown
  }
}

/** Fails once, with words for the person. */
export function uploadPicture(
  file: File,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Result<Picture, string>> {
  const { promise, resolve } = Promise.withResolvers<Result<Picture, string>>()
  const request = new XMLHttpRequest()
  const name = file.name.slice(-maxNameLength) || 'picture'
  request.open('POST', getEndpointPath('POST /api/desk/pictures', { name }))
  request.timeout = uploadTimeout
  request.setRequestHeader('Content-Type', file.type || 'application/octet-stream')
  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
  request.onerror = () => resolve(fail(failures.network))
  request.ontimeout = () => resolve(fail(failures.timeout))
  request.onload = () => {
    if (request.status !== 200) return resolve(fail(readMessage(request.responseText)))
    resolve(succeed(JSON.parse(request.responseText) as Picture))
  }
  signal.addEventListener('abort', () => request.abort())
  request.send(file)
  return promise
}
