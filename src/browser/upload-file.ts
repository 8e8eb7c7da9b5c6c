/**
 * Sends a file to the server in parts. An interrupted upload waits and continues; if the file is chosen again, only the
 * missing parts are sent. A failure is returned once, with a message to show.
 */
import { getEndpointPath } from '../contracts/endpoints/endpoint-path.ts'
import type { PictureItem } from '../contracts/endpoints/picture-endpoints.ts'
import { fail, type Result, succeed } from '../domain/result.ts'
import { maxAudioBytes, uploadPartBytes } from '../domain/upload-limits.ts'
import { type ApiFailure, call, isNetworkFailure } from './api.ts'
import { preparePicture } from './prepare-picture.ts'

export type UploadProgress = {
  /** From 0 to 1. */
  readonly share: number
  /** Whether the upload is waiting for a connection. */
  readonly isWaiting: boolean
}

export type UploadOptions = {
  readonly signal: AbortSignal
  readonly onProgress: (progress: UploadProgress) => void
}

type Upload = { readonly upload: string; readonly name: string; readonly size: number }

/** The endpoint's limit. */
const maxNameLength = 200

/** Milliseconds without a byte after which a part is sent again. */
const stallTimeout = 30_000

/** Milliseconds to wait before each further attempt. After a successful part, the sequence starts again. */
const pauses = [1000, 2000, 4000, 8000, 15_000, 30_000]

const interrupted =
  'The upload was interrupted. Check your connection, and choose the file again. The upload will continue where it stopped.'
const loggedOut =
  'You’re logged out, or your access to the desk has ended. Log in, and choose the file again. The upload will continue where it stopped.'
const aborted = 'The upload was cancelled.'

export async function uploadPicture(
  file: File,
  options: UploadOptions,
): Promise<Result<PictureItem, string>> {
  const prepared = await preparePicture(file)
  if (!prepared.ok) return prepared
  const sent = await sendParts(prepared.value, options)
  if (!sent.ok) return sent
  return complete(options, () => call('POST /api/desk/pictures', sent.value))
}

export async function uploadRecording(
  file: File,
  options: UploadOptions,
): Promise<Result<{ readonly id: string }, string>> {
  if (file.size > maxAudioBytes)
    return fail(
      'The recording is larger than 90 MB. Export it with a lower bit rate, such as 96 kbit/s.',
    )
  const sent = await sendParts(file, options)
  if (!sent.ok) return sent
  return complete(options, () => call('POST /api/desk/recordings', sent.value))
}

async function hashFile(file: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

async function sendParts(file: File, options: UploadOptions): Promise<Result<Upload, string>> {
  if (file.size === 0) return fail('The file is empty. Choose another one.')
  const upload = await hashFile(file).catch(() => null)
  if (upload === null) return fail('This browser couldn’t read the file. Choose it again.')
  const listed = await repeat(options, 0, async () => {
    const answer = await call('GET /api/desk/uploads/:upload', { upload })
    return answer.ok ? succeed(answer.value.parts) : fail(describeFailure(answer.failure))
  })
  if (!listed.ok) return listed
  const stored = new Set(listed.value)
  const count = Math.ceil(file.size / uploadPartBytes)
  for (let part = 0; part < count; part++) {
    if (stored.has(part)) continue
    const start = part * uploadPartBytes
    const bytes = file.slice(start, start + uploadPartBytes)
    const path = getEndpointPath('PUT /api/desk/uploads/:upload/:part', {
      upload,
      part: String(part),
    })
    const sent = await repeat(options, start / file.size, () =>
      sendPart(path, bytes, options.signal, (loaded) =>
        options.onProgress({ share: (start + loaded) / file.size, isWaiting: false }),
      ),
    )
    if (!sent.ok) return sent
  }
  options.onProgress({ share: 1, isWaiting: false })
  const name = file.name.slice(-maxNameLength) || 'file'
  return succeed({ upload, name, size: file.size })
}

/** The failure is null if another attempt may succeed. */
type Attempt<Value> = Promise<Result<Value, string | null>>

const describeFailure = (failure: ApiFailure): string | null => {
  const mayPass = ['unavailable', 'internal', 'too_many_requests', 'unknown']
  if (isNetworkFailure(failure) || mayPass.includes(failure.code)) return null
  return failure.code === 'not_found' || failure.code === 'signed_out' ? loggedOut : failure.message
}

async function repeat<Value>(
  { signal, onProgress }: UploadOptions,
  share: number,
  attempt: () => Attempt<Value>,
): Promise<Result<Value, string>> {
  for (const pause of [...pauses, null]) {
    if (signal.aborted) return fail(aborted)
    const result = await attempt()
    if (result.ok) return result
    if (signal.aborted) return fail(aborted)
    if (result.failure !== null) return fail(result.failure)
    if (pause === null) break
    onProgress({ share, isWaiting: true })
    await waitForConnection(pause, signal)
  }
  return fail(interrupted)
}

const complete = <Value>(
  options: UploadOptions,
  send: () => Promise<Result<Value, ApiFailure>>,
): Promise<Result<Value, string>> =>
  repeat(options, 1, async () => {
    const answer = await send()
    return answer.ok ? answer : fail(describeFailure(answer.failure))
  })

/** Ends early when the browser is online again, and never while it's offline. */
async function waitForConnection(pause: number, signal: AbortSignal) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const end = () => resolve()
  const timer = setTimeout(() => navigator.onLine && end(), pause)
  addEventListener('online', end)
  signal.addEventListener('abort', end)
  await promise
  clearTimeout(timer)
  removeEventListener('online', end)
  signal.removeEventListener('abort', end)
}

/** Uses XMLHttpRequest, because `fetch` doesn't report upload progress. */
function sendPart(
  path: string,
  bytes: Blob,
  signal: AbortSignal,
  onProgress: (loaded: number) => void,
): Attempt<void> {
  const { promise, resolve } = Promise.withResolvers<Result<void, string | null>>()
  const request = new XMLHttpRequest()
  let timer = setTimeout(() => request.abort(), stallTimeout)
  const abort = () => request.abort()
  request.open('PUT', path)
  request.setRequestHeader('Content-Type', 'application/octet-stream')
  request.upload.onprogress = ({ loaded }) => {
    clearTimeout(timer)
    timer = setTimeout(abort, stallTimeout)
    onProgress(loaded)
  }
  request.onloadend = () => {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
    const { status } = request
    if (status >= 200 && status < 300) resolve(succeed(undefined))
    else if (status === 401 || status === 404) resolve(fail(loggedOut))
    else if (status === 403)
      resolve(fail('Your role doesn’t allow uploads. Ask an operator to change your role.'))
    // 413 means that this page is older than the server.
    else if (status === 400 || status === 413)
      resolve(fail('The upload failed. Reload the page, and choose the file again.'))
    else resolve(fail(null))
  }
  signal.addEventListener('abort', abort)
  request.send(bytes)
  return promise
}
