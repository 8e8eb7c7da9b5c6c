/**
 * Uploads what the last build sealed for R2 (SEALED_BODIES=r2), before the deploy that reads it (npm run
 * upload-bodies). After an interruption, the same command uploads the missing bodies. Needs the build's variables and
 * DESK_KEYS.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { mapConcurrently } from '../../../functions/platform/map-concurrently.ts'
import {
  type BuildEnvironment,
  readBuildEnvironment,
} from '../../../src/content/build-environment.ts'
import { loadContentCopy } from '../../../src/content/content-copy.ts'
import type { InputOf } from '../../../src/contracts/endpoints/endpoint.ts'
import type { Api } from '../../../src/contracts/endpoints/endpoints.ts'
import {
  maxBodiesPerUpload,
  maxUnusedPerCall,
  maxUploadBytes,
  unusedBodyDays,
} from '../../../src/contracts/endpoints/sealed-body-endpoints.ts'
import {
  getSealedIndexPath,
  sealedIndexSchema,
} from '../../../src/contracts/site-files/sealed-body-index.ts'
import { fail, succeed } from '../../../src/domain/result.ts'
import {
  hashSealedBody,
  listSealableBodies,
  readSealedHashes,
  type SealableBody,
  uploadedHashesPath,
} from '../../build/sealed-bodies.ts'
import { CommandError, runCommand } from '../../shared/command-error.ts'
import { openSignedSite, type SignedSite } from '../../shared/fetch-signed.ts'
import { repeatWhile } from '../../shared/repeat-while.ts'
import { writeFileAtomically } from '../../shared/write-file-atomically.ts'
import { DeskError } from '../command-line/exit-status.ts'
import { callSite } from './call-site.ts'

export type UploadReport = {
  /** The number of encrypted bodies in this build. */
  readonly bodies: number
  readonly uploaded: number
  readonly marked: number
  readonly deleted: number
}

type Upload = InputOf<Api['PUT /api/sealed-bodies']>['bodies'][number]

const concurrency = 3
/** Milliseconds before each attempt after the first. */
const retryDelays = [2_000, 10_000, 30_000]
/** Bytes that JSON adds to a body: its name, and some punctuation. */
const bytesBeside = 300

/** Returns null if the last build keeps its bodies in the site. */
export async function uploadSealedBodies(
  environment: BuildEnvironment,
  site: SignedSite,
): Promise<UploadReport | null> {
  const { BUILD_STATE } = environment
  const sealed = readSealedHashes(BUILD_STATE)
  checkSiteIndex(environment, sealed)
  if (!sealed) return null
  const record = readRecord(BUILD_STATE, site.siteUrl)
  const changed = [...sealed].filter(([, { hash }]) => !record?.has(hash))
  // After an interrupted upload of many bodies, the site is queried for those that it has.
  const canTrustRecord = record !== null && changed.length <= maxBodiesPerUpload
  const stored = canTrustRecord ? null : await listStored(site)
  const names = stored
    ? // Uploading a body again removes its “unused” mark.
      [...sealed].filter(([, { hash }]) => stored.get(hash) !== null).map(([name]) => name)
    : changed.map(([name]) => name)
  await uploadNamed(environment, site, names, sealed)
  const hashes = new Set([...sealed.values()].map(({ hash }) => hash))
  const removed = stored ? await removeUnused(site, stored, hashes) : { marked: 0, deleted: 0 }
  writeFileAtomically(uploadedHashesPath(BUILD_STATE), [site.siteUrl, ...hashes].join('\n'))
  return { bodies: sealed.size, uploaded: names.length, ...removed }
}

/** Throws if the site to be deployed doesn't have the sealed index: its bodies would be missing. */
function checkSiteIndex(
  { BUILD_OUTPUT }: BuildEnvironment,
  sealed: ReadonlyMap<string, { readonly hash: string }> | null,
) {
  const hashes = readSiteIndex(join(BUILD_OUTPUT, 'client'))
  const expected = sealed && Object.fromEntries([...sealed].map(([name, { hash }]) => [name, hash]))
  if (isDeepStrictEqual(hashes, expected)) return
  throw new CommandError(
    'BUILD_OUTPUT and BUILD_STATE aren’t from the same build. Keep both unchanged between "npm run build" and the ' +
      'deploy, or build again with "-- --full".',
  )
}

/** Returns hashes by name; null if the site's encrypted bodies are files. */
function readSiteIndex(site: string): Record<string, string> | null {
  const readShard = (shard: number) =>
    sealedIndexSchema.parse(JSON.parse(readFileSync(join(site, getSealedIndexPath(shard)), 'utf8')))
  if (!existsSync(join(site, getSealedIndexPath(0)))) return null
  const { shardCount } = readShard(0)
  const shards = Array.from({ length: shardCount }, (_, shard) => readShard(shard).hashes)
  return Object.assign({}, ...shards)
}

/** Returns the hashes of the bodies that the last upload stored at this site; null if unknown. */
function readRecord(state: string, siteUrl: string): ReadonlySet<string> | null {
  const path = uploadedHashesPath(state)
  if (!existsSync(path)) return null
  const [recordedSite, ...hashes] = readFileSync(path, 'utf8').split('\n')
  return recordedSite === siteUrl ? new Set(hashes) : null
}

/** Lists stored bodies by hash, with the time since which each has been unused, or null. */
async function listStored(site: SignedSite): Promise<Map<string, string | null>> {
  const stored = new Map<string, string | null>()
  let after: string | null = null
  do {
    const input: InputOf<Api['GET /api/sealed-bodies']> = after === null ? {} : { after }
    const page = await retry(() => callSite(site, 'GET /api/sealed-bodies', input))
    for (const { hash, unusedSince } of page.bodies) stored.set(hash, unusedSince)
    after = page.next
  } while (after !== null)
  return stored
}

async function uploadNamed(
  environment: BuildEnvironment,
  site: SignedSite,
  names: readonly string[],
  sealed: ReadonlyMap<string, { readonly hash: string }>,
) {
  if (names.length === 0) return
  const contentCopy = loadContentCopy(environment.BUILD_STATE)
  const bodies = contentCopy ? await listSealableBodies(environment, contentCopy) : []
  const byName = new Map(bodies.map((body) => [body.name, body]))
  const groups = Array.from({ length: Math.ceil(names.length / maxBodiesPerUpload) }, (_, at) =>
    names.slice(at * maxBodiesPerUpload, (at + 1) * maxBodiesPerUpload),
  )
  await mapConcurrently(groups, concurrency, async (group) => {
    let batch: Upload[] = []
    let size = 0
    const send = async () => {
      if (batch.length > 0)
        await retry(() => callSite(site, 'PUT /api/sealed-bodies', { bodies: batch }))
      batch = []
      size = 0
    }
    for (const name of group) {
      const upload = await sealAgain(byName.get(name), name, sealed.get(name)!.hash)
      const bytes = upload.sealed.length + bytesBeside
      if (size + bytes > maxUploadBytes) await send()
      batch.push(upload)
      size += bytes
    }
    await send()
  })
}

/** The build keeps no sealed bytes, because sealing is deterministic. */
async function sealAgain(
  body: SealableBody | undefined,
  name: string,
  hash: string,
): Promise<Upload> {
  const sealed = await body?.seal()
  if (!sealed || hashSealedBody(sealed) !== hash) {
    throw new CommandError(
      `The body of ${name} isn’t the one that was built. Run "npm run build -- --full" with the same variables, ` +
        'then this command again.',
    )
  }
  return { name, sealed: Buffer.from(sealed).toString('base64') }
}

/** Milliseconds. */
const unusedFor = unusedBodyDays * 24 * 60 * 60 * 1000

/** The site marks a body first, and deletes it when it has been unused long enough, but never one that it serves. */
async function removeUnused(
  site: SignedSite,
  stored: ReadonlyMap<string, string | null>,
  used: ReadonlySet<string>,
) {
  const isDue = (since: string | null) =>
    since === null || Date.now() - Date.parse(since) > unusedFor
  const hashes = [...stored]
    .filter(([hash, since]) => !used.has(hash) && isDue(since))
    .map(([hash]) => hash)
  const removed = { marked: 0, deleted: 0 }
  for (let at = 0; at < hashes.length; at += maxUnusedPerCall) {
    const group = hashes.slice(at, at + maxUnusedPerCall)
    const answer = await retry(() =>
      callSite(site, 'POST /api/sealed-bodies/unused', { hashes: group }),
    )
    removed.marked += answer.marked
    removed.deleted += answer.deleted
  }
  return removed
}

/** Every call is safe to repeat. */
async function retry<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  const failIfUnavailable = (error: unknown) => {
    if (error instanceof DeskError && error.exitStatus === 'unavailable') return fail(error)
    throw error
  }
  const answer = await repeatWhile(
    ({ ok }) => !ok,
    () => call().then(succeed, failIfUnavailable),
    { delays: retryDelays },
  )
  if (!answer.ok) throw answer.failure
  return answer.value
}

async function main() {
  parseArgs({ options: {} })
  const environment = readBuildEnvironment()
  const report = await uploadSealedBodies(environment, await openSignedSite())
  console.log(
    report
      ? `${report.uploaded} of ${report.bodies} encrypted bodies uploaded; of the unused ones, ` +
          `${report.marked} marked and ${report.deleted} deleted`
      : 'Nothing to upload: the build’s encrypted bodies are among the site’s files.',
  )
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await runCommand(main)
