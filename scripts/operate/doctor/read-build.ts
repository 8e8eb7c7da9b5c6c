/** Reads a build for the doctor. Reports only whether texts leak, never the texts. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { buildEnvironmentSchema } from '../../../src/content/build-environment.ts'
import {
  type ArticleCopy,
  type ContentCopy,
  loadContentCopy,
  readBody,
} from '../../../src/content/content-copy.ts'
import { type Keyring, keyringSchema } from '../../../src/contracts/signing/keyring.ts'
import {
  decryptSealedBody,
  deriveSealingKeys,
  getSealedBodyPath,
  type SealingKeys,
} from '../../../src/contracts/signing/sealed-body.ts'
import { readBuildInputs } from '../../build/build-inputs.ts'
import { computeCompileId } from '../../build/compile-id.ts'
import { listSealableBodies, readSealedHashes } from '../../build/sealed-bodies.ts'
import type { Environment } from '../../shared/operator-environment.ts'
import type { BuiltFile } from './check-assets.ts'
import type { BuildFacts, BuiltArticle } from './check-build.ts'
import { readIfPresent, readStoryPages, type StoryPage } from './read-story-pages.ts'

/** Files that Cloudflare reads and doesn't serve. */
const unservedFiles = new Set(['_headers', '_redirects', '.assetsignore'])

function listFiles(site: string): BuiltFile[] {
  return readdirSync(site, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path: path.slice(site.length + 1), bytes: statSync(path).size }))
    .filter(({ path }) => !unservedFiles.has(path))
}

/** Returns the longest paragraph, which doesn't occur elsewhere by chance. */
function findLongestParagraph(html: string): string | null {
  const paragraphs = [...html.matchAll(/<p>([\s\S]*?)<\/p>/g)].map((match) => match[1]!)
  const longest = paragraphs.sort((one, other) => other.length - one.length)[0] ?? ''
  return longest.length > 40 ? longest : null
}

/** Keyed by name; true if the body was sealed from the content copy's text with the current key. */
type SealedForR2 = ReadonlyMap<string, boolean>

async function readSealedForR2(
  state: string,
  contentCopy: ContentCopy | null,
  keyring: Keyring | undefined,
): Promise<SealedForR2 | null> {
  const sealed = readSealedHashes(state)
  if (!sealed || !contentCopy || !keyring) return sealed && new Map()
  const bodies = await listSealableBodies(
    { SEALING_KEYS: keyring, BUILD_STATE: state },
    contentCopy,
  )
  const keys = new Map(bodies.map(({ name, key }) => [name, key]))
  return new Map([...sealed].map(([name, { key }]) => [name, key === keys.get(name)]))
}

async function readArticleFacts(
  article: ArticleCopy,
  page: StoryPage | null,
  site: string,
  state: string,
  keys: SealingKeys | null,
  sealedForR2: SealedForR2 | null,
): Promise<BuiltArticle> {
  const { slug } = article
  const paragraph = findLongestParagraph(readBody(state, article).rest)
  const sealed = readIfPresent(join(site, getSealedBodyPath(slug)))
  const bytes = sealed && new Uint8Array(sealed)
  return {
    slug,
    origin: page?.origin ?? null,
    ...(await readSealingFacts(slug, bytes, keys, sealedForR2)),
    hasLeak: paragraph !== null && page?.text.includes(paragraph) === true,
  }
}

async function readSealingFacts(
  slug: string,
  sealed: Uint8Array<ArrayBuffer> | null,
  keys: SealingKeys | null,
  sealedForR2: SealedForR2 | null,
): Promise<Pick<BuiltArticle, 'sealedWith' | 'canBeOpened'>> {
  if (sealedForR2) {
    const isCurrent = sealedForR2.get(slug)
    return isCurrent === undefined
      ? { sealedWith: null, canBeOpened: false }
      : { sealedWith: keys?.current ?? 0, canBeOpened: isCurrent }
  }
  return {
    sealedWith: sealed?.[1] ?? null,
    canBeOpened:
      sealed !== null && keys !== null && (await decryptSealedBody(slug, sealed, keys)) !== null,
  }
}

/** Returns null without a finished build. */
export async function readBuild(environment: Environment): Promise<BuildFacts | null> {
  const output = environment.BUILD_OUTPUT || 'dist'
  const state = environment.BUILD_STATE || '.local/build'
  const site = join(output, 'client')
  const headers = readIfPresent(join(site, '_headers'))?.toString() ?? null
  const server = join(output, 'server')
  if (!existsSync(join(site, 'index.html')) || !existsSync(join(server, 'wrangler.json')))
    return null
  const contentCopy = loadContentCopy(state)
  const keyring = keyringSchema.safeParse(environment.SEALING_KEYS)
  const keys = keyring.success ? await deriveSealingKeys(keyring.data) : null
  const closed = [...(contentCopy?.articles.values() ?? [])].filter(
    ({ access }) => access !== 'public',
  )
  const closedArticles: BuiltArticle[] = []
  const sealedForR2 = await readSealedForR2(state, contentCopy, keyring.data)
  await readStoryPages(site, closed, async (article, page) => {
    closedArticles.push(await readArticleFacts(article, page, site, state, keys, sealedForR2))
  })
  const buildInputs = readBuildInputs({ BUILD_OUTPUT: output, BUILD_STATE: state })
  // The environment's own check reports missing variables.
  const variables = buildEnvironmentSchema.safeParse(environment)
  return {
    files: listFiles(site),
    serverFiles: readdirSync(server),
    isFromThisState:
      contentCopy !== null &&
      buildInputs?.isFromThisState === true &&
      buildInputs.compileId !== null,
    isFromThisCode:
      !variables.success || buildInputs?.compileId === computeCompileId(variables.data),
    headers,
    closedArticles,
    signInPage: readIfPresent(join(site, 'login.html'))?.toString() ?? null,
    currentKey: keys?.current ?? null,
  }
}
