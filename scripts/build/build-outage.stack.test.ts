/** Builds while Firestore fails change nothing and report what to do; the next build works. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Fields } from '../../functions/platform/adapters/firestore-values.ts'
import { type FaultProxy, startFaultProxy } from '../dev/fakes/fault-proxy.ts'
import { freePort } from '../dev/stack/ports.ts'
import { requestRebuild } from '../dev/stack/stack-client.ts'
import { connectFirestore } from '../shared/connect-firestore.ts'
import { buildSite } from './build-site.ts'
import { createFirestoreSource } from './firestore-source.ts'
import {
  client,
  commit,
  hashFiles,
  listFiles,
  put,
  read,
  stack,
  waitForRebuilds,
} from './testing/stack-documents.ts'

const path = 'articles/fathers-in-pencil'
const dek = 'What was changed while Firestore was going away'

let proxy: FaultProxy
let original: Fields

const build = (variables: Record<string, string> = {}) =>
  buildSite({ ...stack.buildEnvironment, FIRESTORE_URL: proxy.url, ...variables }, () => {})

/** Hashes the files of the output and the state folder, without Astro's cache. */
function hashAllFiles(): Map<string, string> {
  const { BUILD_STATE } = stack.buildEnvironment
  const cache = resolve(BUILD_STATE, 'astro')
  const files = [client, BUILD_STATE].flatMap(listFiles)
  return hashFiles(files.filter((file) => !resolve(file).startsWith(cache)))
}

const fetchLivePage = async () => (await fetch(`${stack.siteUrl}/fathers-in-pencil`)).text()

beforeAll(async () => {
  await waitForRebuilds()
  const target = stack.buildEnvironment.FIRESTORE_URL
  proxy = await startFaultProxy({ port: await freePort(19_000), target })
  original = await read(path)
  await commit(put(path, { ...original, dek }))
})
afterAll(async () => {
  await proxy.stop()
  await commit(put(path, original))
  await requestRebuild(stack)
})

describe('a build', () => {
  it.each([
    ['stopped', 'incremental'],
    // The worst mistake would be to take a failed read for an empty database.
    ['wrongShape', 'full'],
  ] as const)('fails while Firestore is %s, and changes nothing', async (health, sync) => {
    const before = hashAllFiles()
    await proxy.setHealth(health)
    await expect(build({ CONTENT_SYNC: sync })).rejects.toThrow(
      /The live site is unchanged[\s\S]*Nothing was built, because \w+ couldn’t be read: Firestore [\s\S]*again/,
    )
    expect(hashAllFiles()).toEqual(before)
    expect(await fetchLivePage()).toContain(original.dek)
  })

  it('doesn’t wait for a slow database for ever', async () => {
    await proxy.setHealth('slow')
    const environment = { ...stack.buildEnvironment, FIRESTORE_URL: proxy.url }
    // Builds wait a minute for each page of documents, longer than this test.
    const source = createFirestoreSource(connectFirestore(environment, 1))
    const first = source('articles', null)[Symbol.asyncIterator]().next()
    await expect(first).rejects.toThrow(/is too slow or is failing \(TimeoutError\)/)
  })

  it('includes everything once Firestore is available again', async () => {
    await proxy.setHealth('well')
    await build()
    const page = join(client, 'fathers-in-pencil.html')
    expect(readFileSync(page, 'utf8')).toContain(dek)
  })
})
