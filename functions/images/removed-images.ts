/**
 * Images that the desk has removed. A small object remembers each by the hash of its bytes, so that the same file isn't
 * stored again under any name. It outlives the image, and nothing deletes it.
 */
import { z } from 'zod'
import {
  imageHashLength,
  imageRemovalSchema,
} from '../../src/contracts/endpoints/publishing-endpoints.ts'
import type { Bindings } from '../identity/edge-context.ts'

type Storage = Pick<Bindings, 'MEDIA'>
export type Removal = z.output<typeof storedRemovalSchema>

/** Everything that was uploaded with the same bytes ends with this. */
const getHash = (id: string) => id.slice(-imageHashLength)

/** No image's id contains a slash, so no address leads to it. */
const getRemovalKey = (id: string) => `removed/${getHash(id)}`

const storedRemovalSchema = imageRemovalSchema.extend({ at: z.iso.datetime() })

/** Null unless it was removed. */
export async function findRemoval({ MEDIA }: Storage, id: string): Promise<Removal | null> {
  const stored = await MEDIA.get(getRemovalKey(id))
  return stored && storedRemovalSchema.parse(await stored.json())
}

export const isRemoved = async ({ MEDIA }: Storage, id: string): Promise<boolean> =>
  (await MEDIA.head(getRemovalKey(id))) !== null

/** Returns the stored record, which may be a simultaneous call's. */
export async function storeRemoval(storage: Storage, id: string, removal: Removal) {
  const onlyIf = { etagDoesNotMatch: '*' }
  const stored = await storage.MEDIA.put(getRemovalKey(id), JSON.stringify(removal), { onlyIf })
  return stored ? removal : ((await findRemoval(storage, id)) ?? removal)
}

/** Ids of the originals with the same bytes, whatever their files were called. Lists all originals, 1,000 a call. */
export async function listSameImages({ MEDIA }: Storage, id: string): Promise<readonly string[]> {
  const found: string[] = []
  let cursor: string | undefined
  do {
    // Only originals have no slash in their keys.
    const page = await MEDIA.list({ delimiter: '/', ...(cursor ? { cursor } : {}) })
    found.push(...page.objects.map(({ key }) => key).filter((key) => getHash(key) === getHash(id)))
    cursor = page.truncated ? page.cursor : undefined
  } while (cursor)
  return found
}
