/** Puts a sample into the local backends: documents into Firestore, pictures into object storage. */
import { getPlatformProxy } from 'wrangler'
import type { Firestore } from '../../functions/adapters/firestore.ts'
import type { Sample, SampleDocument, SamplePicture } from './documents.ts'

/** Firestore takes at most 500 writes a commit; bodies make them large, so fewer. */
const writesPerCommit = 200

export async function storeDocuments(
  firestore: Firestore,
  documents: readonly SampleDocument[],
  progress: (stored: number) => void = () => {},
) {
  for (let start = 0; start < documents.length; start += writesPerCommit) {
    const answer = await firestore.commit(
      documents.slice(start, start + writesPerCommit).map(({ path, fields }) => ({
        set: path,
        fields,
        serverTimes: ['updatedAt'],
      })),
    )
    if (!answer.ok)
      throw new Error(`Firestore took no documents: ${JSON.stringify(answer.failure)}`)
    progress(Math.min(start + writesPerCommit, documents.length))
  }
}

/** `storage` is the folder in which wrangler's simulated bucket lives. */
export async function storePictures(pictures: readonly SamplePicture[], storage: string) {
  const platform = await getPlatformProxy<{
    MEDIA: { put(key: string, value: ArrayBuffer, options: unknown): Promise<unknown> }
  }>({ configPath: 'wrangler.toml', persist: { path: `${storage}/v3` } })
  try {
    for (const { id, bytes, width, height, closed } of pictures) {
      const content = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)
      await platform.env.MEDIA.put(id, content as ArrayBuffer, {
        httpMetadata: { contentType: 'image/jpeg' },
        customMetadata: {
          width: String(width),
          height: String(height),
          ...(closed ? { closed: '1' } : {}),
        },
      })
    }
  } finally {
    await platform.dispose()
  }
}

export async function storeSample(firestore: Firestore, sample: Sample, storage: string) {
  await storePictures(sample.pictures, storage)
  // Documents last: an article never names a picture that is not there yet.
  await storeDocuments(firestore, sample.documents)
}
