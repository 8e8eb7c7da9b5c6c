import { createElement } from '../../browser/create-element.ts'
import type { UploadProgress } from '../../browser/upload-file.ts'
import type { Result } from '../../domain/result.ts'

/** Shows a file's progress in words and as a bar. `abort` ends the upload. */
export function createUploadStatus(name: string) {
  const uploading = `Uploading ${name}…`
  const progress = createElement('progress', { max: '1', 'aria-label': 'Upload' })
  const said = createElement('p', { role: 'status' }, uploading)
  const controller = new AbortController()
  return {
    elements: [said, progress],
    signal: controller.signal,
    abort: () => controller.abort(),
    onProgress({ share, isWaiting }: UploadProgress) {
      progress.value = share
      said.textContent = isWaiting ? 'Interrupted. We’ll keep trying.' : uploading
    },
    end(result: Result<unknown, string>) {
      progress.hidden = true
      said.textContent = result.ok ? `${name} is stored.` : result.failure
      said.className = result.ok ? '' : 'problem'
    },
  }
}
