/** Uploads the pictures and recordings of manuscripts, before the drafts that use them. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { mapConcurrently } from '../../../functions/platform/map-concurrently.ts'
import { findReferencedImages } from '../../../src/content/manuscript/closed-images.ts'
import { uploadPartBytes } from '../../../src/domain/upload-limits.ts'
import type { KeySite } from '../../shared/fetch-signed.ts'
import { createProgressBar } from '../command-line/terminal.ts'
import { toText } from '../documents/site-documents.ts'
import { callSite } from '../site/call-site.ts'
import type { LocalFile } from './manuscript-images.ts'
import type { PreparedManuscript } from './prepare-manuscripts.ts'

const maxConcurrentUploads = 6

/** Finds the files that neither the stored document nor its draft shows yet. */
export function findMissingImages({
  manuscript,
  images,
  document,
}: PreparedManuscript): LocalFile[] {
  const { stored, draft } = document ?? {}
  const known = [stored, draft].flatMap((content) =>
    content ? [...findReferencedImages(toText(manuscript.collection, content))] : [],
  )
  return images.filter(({ id }) => !known.includes(id))
}

/** Throws if a file is refused; no draft may be saved then. The site opens pictures when they are published. */
export async function uploadImages(site: KeySite, manuscripts: readonly PreparedManuscript[]) {
  const uploads = manuscripts.flatMap(findMissingImages)
  const progressBar = createProgressBar('storing images', uploads.length)
  try {
    await mapConcurrently(uploads, maxConcurrentUploads, async (image) => {
      await uploadFile(site, image)
      progressBar.advance()
    })
  } finally {
    progressBar.end()
  }
}

/** Sends a file in parts, as the browser does, because the whole file may be larger than the Worker's memory. */
async function uploadFile(site: KeySite, image: LocalFile) {
  const bytes = readFileSync(image.file)
  const upload = createHash('sha256').update(bytes).digest('hex')
  for (let part = 0; part * uploadPartBytes < bytes.length; part++) {
    const start = part * uploadPartBytes
    const file = {
      bytes: Uint8Array.from(bytes.subarray(start, start + uploadPartBytes)),
      type: 'application/octet-stream',
    }
    const address = { upload, part: String(part) }
    await callSite(site, 'PUT /api/desk/uploads/:upload/:part', address, file)
  }
  const complete = { upload, name: basename(image.file), size: bytes.length }
  if ('width' in image) await callSite(site, 'POST /api/desk/pictures', complete)
  else await callSite(site, 'POST /api/desk/recordings', complete)
}
