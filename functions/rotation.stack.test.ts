/** Cookies signed with older keys are tested in identity/session-tokens.test.ts. */
import { cpSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildSite } from '../scripts/build/build-site.ts'
import { type Edge, startEdge } from '../scripts/dev/stack/edge.ts'
import { freePort } from '../scripts/dev/stack/ports.ts'
import { addKey, dropKeys, promoteKey } from '../scripts/operate/keys.ts'
import { copyBuild, createBuildFolders } from './testing/copied-build.ts'
import {
  createSignedInClient,
  expectError,
  getArticleBodyPath,
  publishedArticles,
  readClosedPart,
  stack,
} from './testing/edge-client.ts'

const { buildEnvironment, workerVariables } = stack
const folders = createBuildFolders('rotation')
const { folder, state, site } = folders
const readSealedBody = (output: string, slug: string) => join(output, 'client', 'sealed', slug)
const readKeyId = (slug: string) => readFileSync(readSealedBody(site, slug))[1]

const closed = publishedArticles.filter(({ access }) => access !== 'public').map(({ slug }) => slug)
const old = closed.filter((_, index) => index % 2 === 0)
const newKeyring = closed.filter((_, index) => index % 2 === 1)

const rotated = (keyring: string | undefined) => promoteKey(addKey(keyring!))
const keyrings = {
  SEALING_KEYS: rotated(workerVariables.SEALING_KEYS),
  SESSION_KEYS: rotated(workerVariables.SESSION_KEYS),
}

const getKeyring = (slug: string) =>
  old.includes(slug) ? workerVariables.SEALING_KEYS : keyrings.SEALING_KEYS

const edges: Edge[] = []

async function startEdgeWithVariables(variables: Record<string, string>): Promise<Edge> {
  const edge = await startEdge({
    port: await freePort(18_787),
    site,
    variables: { ...workerVariables, ...variables },
    storage: join(folder, `edge-${edges.length}`),
    verbose: true,
    onCrash: (message) => console.error(message),
  })
  edges.push(edge)
  return edge
}

beforeAll(() => copyBuild(folders))

afterAll(async () => {
  await Promise.all(edges.map((edge) => edge.stop()))
  rmSync(folder, { recursive: true })
})

describe('a build with a new encryption key', () => {
  it('encrypts every body again', async () => {
    expect(new Set(closed.map(readKeyId))).toEqual(new Set([1]))
    const environment = { ...buildEnvironment, BUILD_STATE: state, BUILD_OUTPUT: site }
    await buildSite({ ...environment, SEALING_KEYS: keyrings.SEALING_KEYS }, () => {})
    expect(new Set(closed.map(readKeyId))).toEqual(new Set([2]))
  })
})

describe('a Worker with both keys', () => {
  let edge: Edge
  beforeAll(async () => {
    for (const slug of old) {
      cpSync(readSealedBody(buildEnvironment.BUILD_OUTPUT, slug), readSealedBody(site, slug))
    }
    edge = await startEdgeWithVariables(keyrings)
  })

  it('decrypts bodies encrypted with either key', async () => {
    expect(new Set(closed.map(readKeyId))).toEqual(new Set([1, 2]))
    const client = await createSignedInClient('subscriber', edge.url)
    for (const slug of [...old.slice(0, 4), ...newKeyring.slice(0, 4)]) {
      const response = await client.request(getArticleBodyPath(slug))
      expect(response.status).toBe(200)
      expect(await response.text()).toBe(await readClosedPart(slug, getKeyring(slug)))
    }
  })
})

describe('a Worker without the old keys', () => {
  let edge: Edge
  const consoleLog = vi.spyOn(console, 'log').mockImplementation(() => {})
  afterAll(() => consoleLog.mockRestore())
  beforeAll(async () => {
    edge = await startEdgeWithVariables({
      SEALING_KEYS: dropKeys(keyrings.SEALING_KEYS),
      SESSION_KEYS: dropKeys(keyrings.SESSION_KEYS),
    })
  })

  it('decrypts bodies encrypted with the new key, and answers 500 for other bodies', async () => {
    const client = await createSignedInClient('subscriber', edge.url)
    expect(await (await client.request(getArticleBodyPath(newKeyring[0]!))).text()).toBe(
      await readClosedPart(newKeyring[0]!, keyrings.SEALING_KEYS),
    )
    const response = await client.request(getArticleBodyPath(old[0]!))
    await expectError(response, 500, 'internal')
    expect(response.headers.getSetCookie()).toEqual([])
    // The log may arrive after the response.
    const logged = { event: 'sealed_body_unreadable', slug: old[0] }
    await expect.poll(() => consoleLog.mock.calls.join()).toContain(JSON.stringify(logged))
  })
})
