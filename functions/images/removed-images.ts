/**
 * Images that the desk has removed. A small object named by the hash of the image's bytes records each removal, so that
 * the same file can't be stored again under any name. The object outlives the image, and nothing deletes it.
 */
import { z } from 'zod'
import {
  imageHashLength,
  imageRemovalSchema,
} from '../../src/contracts/endpoints/publishing-endpoints.ts'
import type { Bindings } from '../identity/edge-context.ts'

type Storage = Pick<Bindings, 'MEDIA'>
export type Removal = z.output<typeof storedRemovalSchema>

/** Returns the end of the id, which is the same for all uploads of the same bytes. */
const getHash = (id: string) => id.slice(-imageHashLength)

/** No image id contains a slash, so no address leads to this object. */
const getRemovalKey = (id: string) => `removed/${getHash(id)}`

const storedRemovalSchema = imageRemovalSchema.extend({ at: z.iso.datetime() })

/** Returns null unless the image was removed. */
export async function findRemoval({ MEDIA }: Storage, id: string): Promise<Removal | null> {
  const stored = await MEDIA.get(getRemovalKey(id))
  return stored && storedRemovalSchema.parse(await stored.json())
}

export const isRemoved = async ({ MEDIA }: Storage, id: string): Promise<boolean> =>
  (await MEDIA.head(getRemovalKey(id))) !== null

/** Returns the stored record, which may come from a simultaneous call. */
export async function storeRemoval(storage: Storage, id: string, removal: Removal) {
  const onlyIf = { etagDoesNotMatch: '*' }
  const stored = await storage.MEDIA.put(getRemovalKey(id), JSON.stringify(removal), { onlyIf })
  return stored ? removal : ((await findRemoval(storage, id)) ?? removal)
}

/**
 * Lists originals with the same bytes, whatever their file names were. Reads the list of all originals, 1,000 per call.
 */
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
