/** Encrypted bodies in R2, from the build to the reader, on a separate Worker. */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildSite } from '../../scripts/build/build-site.ts'
import { createSealer } from '../../scripts/build/seal-body.ts'
import { forgetUploads, readSealedHashes } from '../../scripts/build/sealed-bodies.ts'
import { uploadSealedBodies } from '../../scripts/desk/site/upload-bodies.ts'
import { type Edge, startEdge } from '../../scripts/dev/stack/edge.ts'
import { freePort } from '../../scripts/dev/stack/ports.ts'
import { addKey, promoteKey } from '../../scripts/operate/keys.ts'
import { parseBuildEnvironment } from '../../src/content/build-environment.ts'
import { loadContentCopy } from '../../src/content/content-copy.ts'
import { hashBody } from '../../src/contracts/signing/desk-signature.ts'
import { keyringSchema } from '../../src/contracts/signing/keyring.ts'
import { importSigningKeys } from '../../src/contracts/signing/signed-token.ts'
import { beginUpload } from '../testing/begin-upload.ts'
import { copyBuild, createBuildFolders } from '../testing/copied-build.ts'
import {
  createEdgeClient,
  createSignedInClient,
  expectError,
  findArticle,
  getArticleBodyPath,
  publishedArticles,
  readClosedPart,
  sendAsDesk,
  stack,
} from '../testing/edge-client.ts'
import { findLeaks, listFiles, requestVariants } from '../testing/leak-search.ts'

const folders = createBuildFolders('sealed')
const { folder, state, site } = folders
const storage = join(folder, 'edge')
const oldKeyring = stack.workerVariables.SEALING_KEYS!
const keyring = promoteKey(addKey(oldKeyring))
const variables = {
  ...stack.buildEnvironment,
  SEALED_BODIES: 'r2',
  BUILD_STATE: state,
  BUILD_OUTPUT: site,
}
const closed = publishedArticles.filter(({ access }) => access !== 'public').map(({ slug }) => slug)

let edge: Edge

async function upload(changes: Readonly<Record<string, string>> = {}) {
  const keys = await importSigningKeys(keyringSchema.parse(stack.deskEnvironment.DESK_KEYS))
  const environment = parseBuildEnvironment({ ...variables, ...changes })
  return uploadSealedBodies(environment, { siteUrl: edge.url, keys })
}

async function callAsDesk(method: 'GET' | 'PUT' | 'POST', path: string, input?: object) {
  const call = { method, path, body: input === undefined ? '' : JSON.stringify(input) }
  return sendAsDesk(call, undefined, edge.url)
}

type Listed = { bodies: { hash: string; unusedSince: string | null }[]; next: string | null }
const list = async () => (await (await callAsDesk('GET', '/api/sealed-bodies')).json()) as Listed

async function seal(name: string, text: string, keyring = oldKeyring) {
  const sealed = createSealer(keyringSchema.parse(keyring))(name, gzipSync(text))
  const body = { name, sealed: Buffer.from(sealed).toString('base64') }
  return { hash: await hashBody(sealed), body }
}

const store = (...bodies: readonly object[]) => callAsDesk('PUT', '/api/sealed-bodies', { bodies })

const release = async (...hashes: readonly string[]) =>
  (await callAsDesk('POST', '/api/sealed-bodies/unused', { hashes })).json()

beforeAll(async () => {
  copyBuild(folders)
  await buildSite(variables, () => {})
  edge = await startEdge({
    port: await freePort(18_887),
    site,
    variables: { ...stack.workerVariables, SEALING_KEYS: keyring },
    storage,
    verbose: true,
    onCrash: (message) => console.error(message),
  })
})

afterAll(async () => {
  await edge?.stop()
  rmSync(folder, { recursive: true })
})

/** Returns an empty buffer if the file has been removed since it was listed. */
function readWhileThere(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0)
    throw error
  }
}

describe('a version whose bodies aren’t uploaded', () => {
  const consoleLog = vi.spyOn(console, 'log').mockImplementation(() => {})
  afterAll(() => consoleLog.mockRestore())

  it('has no bodies in its files, and reports closed parts as unavailable', async () => {
    const { slug } = findArticle('members')
    const files = listFiles(join(site, 'client', 'sealed'))
    expect(files.map((file) => file.slice(file.lastIndexOf('/') + 1))).toEqual(['0.json'])
    const subscriber = await createSignedInClient('subscriber', edge.url)
    await expectError(subscriber.request(getArticleBodyPath(slug)), 503, 'unavailable')
    await expectError(
      createEdgeClient(edge.url).request(getArticleBodyPath(slug)),
      401,
      'signed_out',
    )
    const logged = JSON.stringify({ event: 'sealed_body_missing', slug })
    await expect.poll(() => consoleLog.mock.calls.join()).toContain(logged)
  })
})

describe('an upload', () => {
  it('refuses bodies that differ from the build', async () => {
    const otherKeys = `1:${'A'.repeat(43)}`
    await expect(upload({ SEALING_KEYS: otherKeys })).rejects.toThrow(
      'isn’t the one that was built',
    )
    const mixed = 'aren’t from the same build'
    await expect(upload({ BUILD_STATE: join(folder, 'nothing') })).rejects.toThrow(mixed)
    const path = join(state, 'sealed-hashes')
    const text = readFileSync(path, 'utf8')
    writeFileSync(path, text.replace(/[0-9a-f]{64}/, '0'.repeat(64)))
    await expect(upload()).rejects.toThrow(mixed)
    writeFileSync(path, text)
  })

  it('sends everything once, and then only missing bodies', async () => {
    const bodies = readSealedHashes(state)!.size
    expect(bodies).toBeGreaterThan(closed.length)
    expect(await upload()).toEqual({ bodies, uploaded: bodies, marked: 0, deleted: 0 })
    expect(await upload()).toMatchObject({ uploaded: 0 })
    forgetUploads(state)
    expect(await upload()).toEqual({ bodies, uploaded: 0, marked: 0, deleted: 0 })
    const stored = (await list()).bodies.map(({ hash }) => hash)
    expect(stored).toEqual([...readSealedHashes(state)!.values()].map(({ hash }) => hash).sort())
  })
})

describe('bodies in R2', () => {
  it('can be read repeatedly by an entitled reader', async () => {
    const subscriber = await createSignedInClient('subscriber', edge.url)
    for (const slug of [...closed, ...closed.slice(0, 3)]) {
      const response = await subscriber.request(getArticleBodyPath(slug))
      expect(response.status).toBe(200)
      expect(response.headers.get('Cache-Control')).toBe('private, no-store')
      expect(await response.text()).toBe(await readClosedPart(slug))
    }
    const issues = [...loadContentCopy(state)!.issues.values()].filter(
      ({ closedHtml }) => closedHtml,
    )
    for (const { slug } of issues) {
      expect((await subscriber.request(`/api/issues/${slug}/body`)).status).toBe(200)
    }
    expect((await subscriber.request(getArticleBodyPath('no-such-story'))).status).toBe(404)
  })

  it('aren’t stored unencrypted in any file or cache', async () => {
    const files = [...listFiles(site), ...listFiles(storage)]
    // Files that back the Cache API and R2.
    for (const part of ['/cache/', '/r2/']) {
      expect(
        files.some((file) => file.includes(part)),
        part,
      ).toBe(true)
    }
    // workerd removes the files of objects that it has evicted.
    expect(files.filter((file) => findLeaks(readWhileThere(file)))).toEqual([])
  })

  it('can’t be read without an entitlement, however the request is written', async () => {
    const { slug } = findArticle('metered')
    const { hash } = readSealedHashes(state)!.get(slug)!
    const objects = [`/sealed/${hash}`, '/sealed/0.json', `/sealed/sealed/${hash}`]
    const others = [
      ...[hash, `sealed/${hash}`, `sealed%2f${hash}`].flatMap((id) => [
        `/images/${id}/384`,
        `/api/media/${id}`,
        `/variants/open/${id}`,
        `/${id}`,
      ]),
      '/api/sealed-bodies',
      `/api/sealed-bodies/${hash}`,
    ]
    const found = await requestVariants(slug, edge.url, [...objects, ...others])
    expect(found.leaks).toEqual([])
    // Encrypted bytes contain no sentinel, so the status is checked. 307 redirects to another spelling.
    const statuses = [...found.sealedAnswers].filter((status) => status !== 404 && status !== 307)
    expect(statuses).toEqual([])
    for (const path of [...objects, ...others]) {
      const { status } = await createEdgeClient(edge.url).request(path)
      expect([401, 404], path).toContain(status)
    }
  })
})

describe('PUT /api/sealed-bodies', () => {
  it('refuses unsigned calls, and bodies under the wrong name', async () => {
    const before = await list()
    const { body } = await seal('a-story', 'A text.')
    const path = '/api/sealed-bodies'
    // An unsigned body isn't read, so an endless one is refused too.
    const endless = beginUpload(edge.url + path, {}, null)
    expect([401, 'reset']).toContain(await endless.status)
    endless.end()
    const flipped = Buffer.from(body.sealed, 'base64')
    flipped[flipped.length - 1]! ^= 1
    const foreign = await seal('a-story', 'A text.', `1:${'A'.repeat(43)}`)
    for (const refused of [
      { ...body, name: 'another-story' },
      { ...body, name: '../a-story' },
      { ...body, sealed: flipped.toString('base64') },
      { ...body, sealed: body.sealed.slice(0, -4) },
      { ...body, sealed: Buffer.from('<p>A text.</p>').toString('base64') },
      { ...body, sealed: 'AQE=' },
      { ...body, sealed: '' },
      { ...body, sealed: '<p>' },
      foreign.body,
    ]) {
      // A valid body isn't stored if another one is refused.
      await expectError(store(body, refused), 400, 'bad_request')
    }
    await expectError(store(), 400, 'bad_request')
    await expectError(store(...Array.from({ length: 201 }, () => body)), 400, 'bad_request')
    expect(await list()).toEqual(before)
  })
})

describe('a body that no version uses', () => {
  it('is flagged, kept for rollbacks, and reused', async () => {
    const { body, hash } = await seal(closed[0]!, 'An earlier text.')
    expect([(await store(body)).status, (await store(body)).status]).toEqual([204, 204])
    const find = async () => (await list()).bodies.find((one) => one.hash === hash)
    expect(await find()).toEqual({ hash, unusedSince: null })
    forgetUploads(state)
    expect(await upload()).toMatchObject({ uploaded: 0, marked: 1, deleted: 0 })
    expect((await find())!.unusedSince).not.toBeNull()
    expect(await release(hash)).toEqual({ marked: 0, deleted: 0 })
    await store(body)
    expect(await find()).toEqual({ hash, unusedSince: null })
  })
})

describe('the next version', () => {
  const previous = join(folder, 'previous')
  const subscriberReads = async (keyring: string) => {
    const subscriber = await createSignedInClient('subscriber', edge.url)
    for (const slug of closed.slice(0, 5)) {
      const response = await subscriber.request(getArticleBodyPath(slug))
      expect(await response.text()).toBe(await readClosedPart(slug, keyring))
    }
  }

  it('decrypts its bodies during and after its deployment, and so does the version before it', async () => {
    cpSync(site, previous, { recursive: true, preserveTimestamps: true })
    const changes = { SEALING_KEYS: keyring }
    // With a new key, every body is encrypted and uploaded again.
    await buildSite({ ...variables, ...changes }, () => {})
    const bodies = readSealedHashes(state)!.size
    expect(await upload(changes)).toMatchObject({ bodies, uploaded: bodies })
    await edge.switchTo(previous)
    await subscriberReads(oldKeyring)
    await edge.switchTo(site)
    await subscriberReads(keyring)
    // Rolls back after another version has been uploaded completely.
    forgetUploads(state)
    expect(await upload(changes)).toMatchObject({ uploaded: 0, marked: bodies + 1, deleted: 0 })
    await edge.switchTo(previous)
    await subscriberReads(oldKeyring)
  })

  it('has its bodies in the site again once the setting is off', async () => {
    await buildSite({ ...variables, SEALED_BODIES: 'site', SEALING_KEYS: keyring }, () => {})
    expect(await upload()).toBeNull()
    const files = listFiles(join(site, 'client', 'sealed'))
    expect(files.length).toBeGreaterThan(closed.length)
    expect(files.filter((file) => file.endsWith('.json'))).toEqual([])
    await edge.switchTo(site)
    await subscriberReads(keyring)
  })
})
