/**
 * Encrypts what articles and issues of The Weekly contain for readers with access: into files of the site, or for R2
 * (SEALED_BODIES), where the site only has an index (src/contracts/site-files/sealed-body-index.ts) and the bodies are
 * uploaded before the deploy (scripts/desk/site/upload-bodies.ts).
 */
import { hash } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { BuildEnvironment } from '../../src/content/build-environment.ts'
import { type ContentCopy, computeDigest, readBody } from '../../src/content/content-copy.ts'
import { signClosedFiles } from '../../src/contracts/signing/closed-file-address.ts'
import {
  deriveSealingKeys,
  getIssueBodyName,
  getSealedBodyPath,
} from '../../src/contracts/signing/sealed-body.ts'
import {
  getSealedIndexPath,
  type SealedIndex,
} from '../../src/contracts/site-files/sealed-body-index.ts'
import { getShard, getShardCount } from '../../src/contracts/site-files/shards.ts'
import { writeFileAtomically } from '../shared/write-file-atomically.ts'
import { computeModuleId } from './module-id.ts'
import { createSealer } from './seal-body.ts'
import type { SiteFile } from './site-file.ts'

export type SealableBody = {
  readonly name: string
  /** The same key gives the same bytes. */
  readonly key: string
  /** Deterministic. */
  seal(): Promise<Uint8Array>
}

/** Lists the bodies of a publication's closed articles and issues. */
export async function listSealableBodies(
  { SEALING_KEYS, BUILD_STATE }: Pick<BuildEnvironment, 'SEALING_KEYS' | 'BUILD_STATE'>,
  contentCopy: ContentCopy,
): Promise<SealableBody[]> {
  const keys = await deriveSealingKeys(SEALING_KEYS)
  // The id is derived from the key itself, because another secret may have the same id.
  const { current, secrets } = SEALING_KEYS
  const sealingKeyId = computeDigest(
    current,
    Buffer.from(secrets.get(current)!).toString('base64'),
    // This code signs the addresses of closed images.
    computeModuleId(new URL('../../src/contracts/signing/closed-file-address.ts', import.meta.url)),
    // Another version may compress to other bytes.
    process.versions.zlib,
  )
  const sealBody = createSealer(SEALING_KEYS)
  const seal = (name: string, html: string) => sealBody(name, gzipSync(html, { level: 9 }))
  const articles = [...contentCopy.articles.values()]
    .filter(({ access }) => access !== 'public')
    .map((article) => ({
      name: article.slug,
      key: `${sealingKeyId} ${article.bodyId}`,
      seal: async () => {
        const { rest } = readBody(BUILD_STATE, article)
        return seal(article.slug, await signClosedFiles(article.slug, rest, keys))
      },
    }))
  const issues = [...contentCopy.issues.values()]
    .filter(({ closedHtml }) => closedHtml !== '')
    .map(({ slug, closedHtml, digest }) => {
      const name = getIssueBodyName(slug)
      const key = `${sealingKeyId} ${digest}`
      return { name, key, seal: async () => seal(name, closedHtml) }
    })
  return [...articles, ...issues]
}

export async function collectSealedFiles(
  environment: BuildEnvironment,
  contentCopy: ContentCopy,
): Promise<SiteFile[]> {
  const bodies = await listSealableBodies(environment, contentCopy)
  const { BUILD_STATE, SEALED_BODIES } = environment
  if (SEALED_BODIES === 'r2') return createIndexFiles(await hashBodies(BUILD_STATE, bodies))
  clearSealedHashes(BUILD_STATE)
  return bodies.map(({ name, key, seal }) => ({
    file: getSealedBodyPath(name).slice(1),
    key,
    createContent: seal,
  }))
}

const sealedHashesPath = (state: string) => join(state, 'sealed-hashes')
export const uploadedHashesPath = (state: string) => join(state, 'uploaded-hashes')

export function clearSealedHashes(state: string) {
  rmSync(sealedHashesPath(state), { force: true })
  forgetUploads(state)
}

/** Makes the next upload query the site for its bodies. */
export function forgetUploads(state: string) {
  rmSync(uploadedHashesPath(state), { force: true })
}

/** Returns the key and hash of each body that the last build sealed for R2, by name; null if they are files. */
export function readSealedHashes(
  state: string,
): Map<string, { readonly key: string; readonly hash: string }> | null {
  if (!existsSync(sealedHashesPath(state))) return null
  const lines = readFileSync(sealedHashesPath(state), 'utf8').split('\n').filter(Boolean)
  return new Map(
    lines.map((line) => {
      const [name, key, hash] = line.split('\t') as [string, string, string]
      return [name, { key, hash }]
    }),
  )
}

export const hashSealedBody = (sealed: Uint8Array) => hash('sha256', sealed)

/** Seals only what has changed, and keeps no bytes: an upload seals a body again. */
async function hashBodies(state: string, bodies: readonly SealableBody[]) {
  const earlier = readSealedHashes(state)
  const hashes = new Map<string, string>()
  const lines: string[] = []
  for (const { name, key, seal } of bodies) {
    const known = earlier?.get(name)
    const hash = known?.key === key ? known.hash : hashSealedBody(await seal())
    hashes.set(name, hash)
    lines.push(`${name}\t${key}\t${hash}`)
  }
  writeFileAtomically(sealedHashesPath(state), `${lines.join('\n')}\n`)
  return hashes
}

/** Bodies are sorted, so that files don't depend on the order of reads. */
function createIndexFiles(hashes: ReadonlyMap<string, string>): SiteFile[] {
  const shardCount = getShardCount(hashes.size)
  const shards = Array.from({ length: shardCount }, (): [string, string][] => [])
  for (const entry of [...hashes].sort(([one], [other]) => (one < other ? -1 : 1))) {
    shards[getShard(hash('sha256', entry[0]), shardCount)]!.push(entry)
  }
  return shards.map((entries, shard) => {
    const index: SealedIndex = { shardCount, hashes: Object.fromEntries(entries) }
    return {
      file: getSealedIndexPath(shard).slice(1),
      key: computeDigest(index),
      createContent: async () => JSON.stringify(index),
    }
  })
}
