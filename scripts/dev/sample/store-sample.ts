/** Stores documents in Firestore and images in object storage. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getPlatformProxy, unstable_readConfig } from 'wrangler'
import { createImportedDraft } from '../../../functions/documents/load-document.ts'
import type { Firestore } from '../../../functions/platform/adapters/firestore.ts'
import { getDraftPath } from '../../../src/domain/draft.ts'
import type { CheckedFile } from '../../desk/site/image-storage.ts'
import type { Sample, SampleDocument } from './sample-documents.ts'

export type StorableImage = CheckedFile & {
  readonly id: string
  readonly bytes: Uint8Array
  readonly isClosed: boolean
}

/** Bodies make commits large, and Firestore accepts 10 MiB. */
const writesPerCommit = 200

export async function storeDocuments(
  firestore: Firestore,
  documents: readonly SampleDocument[],
  progress: (stored: number) => void = () => {},
) {
  for (let start = 0; start < documents.length; start += writesPerCommit) {
    const committed = await firestore.commit(
      documents.slice(start, start + writesPerCommit).map(({ path, fields }) => ({
        set: path,
        fields,
        serverTimes: ['updatedAt'],
      })),
    )
    if (!committed.ok)
      throw new Error(`Firestore refused the documents: ${JSON.stringify(committed.failure)}`)
    progress(Math.min(start + writesPerCommit, documents.length))
  }
}

async function storeDrafts(firestore: Firestore, documents: readonly SampleDocument[]) {
  const drafts = documents.map(({ path, fields }) => {
    const ref = { collection: 'articles', slug: path.slice('articles/'.length) } as const
    return createImportedDraft(ref, fields, new Date())
  })
  const written = await firestore.commit(
    drafts.map((draft) => ({
      set: getDraftPath(draft.collection, draft.slug),
      fields: { ...draft },
    })),
  )
  if (!written.ok)
    throw new Error(`Firestore refused the drafts: ${JSON.stringify(written.failure)}`)
}

/** Configures only the bucket, because wrangler would warn that there is no Worker for the Durable Objects. */
function writeBucketConfiguration(folder: string): string {
  const { name, compatibility_date, r2_buckets } = unstable_readConfig({ config: 'wrangler.toml' })
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'bucket.json')
  writeFileSync(file, JSON.stringify({ name, compatibility_date, r2_buckets }))
  return file
}

/** `storage` is the folder of wrangler's simulated bucket. */
async function storeImages(images: readonly StorableImage[], storage: string) {
  const platform = await getPlatformProxy<{
    MEDIA: { put(key: string, value: ArrayBuffer, options: unknown): Promise<unknown> }
  }>({ configPath: writeBucketConfiguration(storage), persist: { path: `${storage}/v3` } })
  try {
    for (const image of images) {
      const { id, bytes, kind, isClosed } = image
      const { buffer } = Uint8Array.from(bytes)
      await platform.env.MEDIA.put(id, buffer, {
        httpMetadata: { contentType: kind },
        customMetadata: {
          ...('width' in image ? { width: String(image.width), height: String(image.height) } : {}),
          ...(isClosed ? { closed: '1' } : {}),
        },
      })
    }
  } finally {
    await platform.dispose()
  }
}

export async function storeSample(firestore: Firestore, sample: Sample, storage: string) {
  const images = sample.images.map((image) => ({ ...image, bytes: readFileSync(image.file) }))
  await storeImages(images, storage)
  // Documents are stored last, so that an article never names a missing image.
  const isDraft = ({ path, fields }: SampleDocument) =>
    path.startsWith('articles/') && fields.status === 'draft'
  await storeDocuments(
    firestore,
    sample.documents.filter((document) => !isDraft(document)),
  )
  await storeDrafts(firestore, sample.documents.filter(isDraft))
}
