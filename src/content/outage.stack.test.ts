/** Builds while Firestore fails: nothing changes, the message says what to do, the next one works. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Fields } from '../../functions/adapters/firestore-values.ts'
import { type FaultProxy, startFaultProxy } from '../../scripts/local/fault-proxy.ts'
import { freePort } from '../../scripts/local/ports.ts'
import { rebuild, runningStack } from '../../scripts/local/running-stack.ts'
import { buildSite } from '../../scripts/site/build.ts'
import { firestoreSource } from '../../scripts/site/content-source.ts'
import { connectFirestore } from '../../scripts/site/firestore.ts'

const stack = runningStack()
const firestore = connectFirestore(stack.buildEnvironment)
const path = 'articles/fathers-in-pencil'
const dek = 'What was changed while Firestore was going away'

let proxy: FaultProxy
let original: Fields

async function write(fields: Fields) {
  const stored = await firestore.commit([{ set: path, fields, serverTimes: ['updatedAt'] }])
  if (!stored.ok) throw new Error(JSON.stringify(stored.failure))
}

const build = (variables: Record<string, string> = {}) =>
  buildSite({ ...stack.buildEnvironment, FIRESTORE_URL: proxy.url, ...variables }, () => {})

/** Every file of the output and of what is kept for the next build, but for Astro's own caches. */
function everything(): Map<string, string> {
  const { BUILD_OUTPUT, BUILD_STATE } = stack.buildEnvironment
  const cache = resolve(BUILD_STATE, 'astro')
  const files = [join(BUILD_OUTPUT, 'client'), BUILD_STATE]
    .flatMap((folder) => readdirSync(folder, { withFileTypes: true, recursive: true }))
    .filter((entry) => entry.isFile() && !resolve(entry.parentPath).startsWith(cache))
    .map((entry) => join(entry.parentPath, entry.name))
  return new Map(
    files.map((file) => [file, createHash('sha256').update(readFileSync(file)).digest('hex')]),
  )
}

const live = async () => (await fetch(`${stack.siteUrl}/fathers-in-pencil`)).text()

beforeAll(async () => {
  const target = stack.buildEnvironment.FIRESTORE_URL
  proxy = await startFaultProxy({ port: await freePort(19_000), target })
  const stored = await firestore.get(path)
  if (!stored.ok || !stored.value) throw new Error(`${path} is not there`)
  original = stored.value.fields
  await write({ ...original, dek })
})
afterAll(async () => {
  await proxy.stop()
  await write(original)
  await rebuild(stack)
})

describe('a build', () => {
  it.each([
    ['stopped', 'incremental'],
    // The most harm would be in believing that there is nothing.
    ['wrongShape', 'full'],
  ] as const)(
    'fails clearly while Firestore is %s, and leaves all as it was',
    async (health, sync) => {
      const before = everything()
      await proxy.become(health)
      await expect(build({ CONTENT_SYNC: sync })).rejects.toThrow(
        /the site that was live stays live[\s\S]*Nothing was built: \w+ could not be read from Firestore[\s\S]*Build again/,
      )
      expect(everything()).toEqual(before)
      expect(await live()).toContain(original.dek)
    },
  )

  it('does not wait for ever', async () => {
    await proxy.become('slow')
    const environment = { ...stack.buildEnvironment, FIRESTORE_URL: proxy.url }
    // A real one waits a minute for each page of documents, which is longer than slow is.
    const source = firestoreSource(connectFirestore(environment, 1))
    const first = source('articles', null)[Symbol.asyncIterator]().next()
    await expect(first).rejects.toThrow(/too slow or failing \(TimeoutError\)/)
  })

  it('works again by itself when Firestore is back, and misses nothing', async () => {
    await proxy.become('well')
    await build()
    const page = join(stack.buildEnvironment.BUILD_OUTPUT, 'client', 'fathers-in-pencil.html')
    expect(readFileSync(page, 'utf8')).toContain(dek)
  })
})
