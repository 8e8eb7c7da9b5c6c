import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, vi } from 'vitest'
import type { Write } from '../../../functions/platform/adapters/firestore.ts'
import type { Fields } from '../../../functions/platform/adapters/firestore-values.ts'
import { contentCopyPaths } from '../../../src/content/content-copy.ts'
import { buildTimestampFile } from '../../../src/contracts/site-files/build-timestamp.ts'
import { rebuildSchema } from '../../../src/domain/rebuild.ts'
import { securityTextPath } from '../../../src/features/syndication/syndication-paths.ts'
import { readRebuildCounts } from '../../dev/stack/stack-client.ts'
import { connectFirestore } from '../../shared/connect-firestore.ts'
import { readRunningStack } from '../../shared/running-stack.ts'

export const stack = readRunningStack()
const firestore = connectFirestore(stack.buildEnvironment)
export const client = join(stack.buildEnvironment.BUILD_OUTPUT, 'client')

export async function read(path: string): Promise<Fields> {
  const document = await firestore.get(path)
  if (!document.ok || !document.value) throw new Error(`${path} is missing`)
  return document.value.fields
}

export const put = (set: string, fields: Fields): Write => ({
  set,
  fields,
  serverTimes: ['updatedAt'],
})

export async function commit(...writes: readonly Write[]) {
  const stored = await firestore.commit(writes)
  if (!stored.ok) throw new Error(JSON.stringify(stored.failure))
}

/** Makes the next build read everything, which finds documents that other tests removed by hand. */
export const forgetContent = () =>
  rmSync(contentCopyPaths.whole(stack.buildEnvironment.BUILD_STATE))

/** The desk's tests don't wait for the rebuilds that they request, so a rebuild may end while another already runs. */
export async function waitForRebuilds() {
  await vi.waitFor(
    async () => {
      const stored = await firestore.get('publishing/rebuild')
      const rebuild = rebuildSchema.safeParse(stored.ok && stored.value?.fields).data
      if (rebuild && !rebuild.gaveUpAt)
        expect(rebuild.builtUpTo?.getTime()).toBeGreaterThan(rebuild.requestedUpTo.getTime())
      expect((await readRebuildCounts(stack)).isRunning).toBe(false)
    },
    { timeout: 60_000, interval: 100 },
  )
}

export const listFiles = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

const changingPaths = [`/${buildTimestampFile}`, securityTextPath]

/** Leaves out the build timestamp, and security.txt, whose date changes every month. */
export const listSiteFiles = (): string[] =>
  listFiles(client).filter((file) => !changingPaths.some((path) => file.endsWith(path)))

/** Returns hashes by path, relative to the site. */
export const hashFiles = (files: readonly string[]): Map<string, string> =>
  new Map(
    files.map((file) => {
      const hash = createHash('sha256').update(readFileSync(file)).digest('hex')
      return [relative(client, file), hash]
    }),
  )

export const hashSite = () => hashFiles(listSiteFiles())
