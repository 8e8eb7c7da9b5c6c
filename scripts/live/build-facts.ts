/** Reads a finished build for the doctor. Changes nothing; tells of texts only whether they leak. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readBuiltFrom } from '../../src/content/built-from.ts'
import { buildEnvironmentSchema } from '../../src/content/environment.ts'
import { loadMirror, type MirroredArticle, readBody } from '../../src/content/mirror.ts'
import { keyringSchema } from '../../src/contracts/keyring.ts'
import {
  deriveSealingKeys,
  openSealedBody,
  type SealingKeys,
  sealedBodyPath,
} from '../../src/contracts/sealed-body.ts'
import { compileId } from '../site/compile-id.ts'
import type { BuiltFile } from './asset-limits.ts'
import type { BuildFacts, BuiltArticle } from './build-output.ts'
import type { Environment } from './environment.ts'

/** Read by Cloudflare, and no files of the site. */
const notServed = new Set(['_headers', '_redirects', '.assetsignore'])

function filesIn(site: string): BuiltFile[] {
  return readdirSync(site, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path: path.slice(site.length + 1), bytes: statSync(path).size }))
    .filter(({ path }) => !notServed.has(path))
}

const read = (path: string) => (existsSync(path) ? readFileSync(path) : null)

/** The longest paragraph: long enough to stand nowhere else by chance. */
function longestParagraph(html: string): string | null {
  const paragraphs = [...html.matchAll(/<p>([\s\S]*?)<\/p>/g)].map((match) => match[1]!)
  const longest = paragraphs.sort((one, other) => other.length - one.length)[0] ?? ''
  return longest.length > 40 ? longest : null
}

async function articleFacts(
  article: MirroredArticle,
  site: string,
  state: string,
  keys: SealingKeys | null,
): Promise<BuiltArticle> {
  const { slug } = article
  const page = read(join(site, `${slug}.html`))?.toString() ?? null
  const canonical = /<link rel="canonical" href="([^"]+)"/.exec(page ?? '')?.[1]
  const paragraph = longestParagraph(readBody(state, article).rest)
  const sealed = read(join(site, sealedBodyPath(slug)))
  const bytes = sealed && new Uint8Array(sealed)
  return {
    slug,
    origin: page === null ? null : canonical ? new URL(canonical).origin : 'none',
    sealedWith: bytes?.[1] ?? null,
    opens: bytes !== null && keys !== null && (await openSealedBody(slug, bytes, keys)) !== null,
    leaks: paragraph !== null && page?.includes(paragraph) === true,
  }
}

/** Null where there is no build, or none that was finished. */
export async function readBuild(environment: Environment): Promise<BuildFacts | null> {
  const output = environment.BUILD_OUTPUT || 'dist'
  const state = environment.BUILD_STATE || '.local/build'
  const site = join(output, 'client')
  const headers = read(join(site, '_headers'))?.toString() ?? null
  const server = join(output, 'server')
  if (!existsSync(join(site, 'index.html')) || !existsSync(join(server, 'wrangler.json')))
    return null
  const mirror = loadMirror(state)
  const ring = keyringSchema.safeParse(environment.SEALING_KEYS)
  const keys = ring.success ? await deriveSealingKeys(ring.data) : null
  const closed = [...(mirror?.articles.values() ?? [])].filter(({ access }) => access !== 'public')
  const closedArticles: BuiltArticle[] = []
  for (const article of closed) {
    closedArticles.push(await articleFacts(article, site, state, keys))
  }
  const builtFrom = readBuiltFrom({ BUILD_OUTPUT: output, BUILD_STATE: state })
  // Where it is not whole, that is said of the environment itself.
  const variables = buildEnvironmentSchema.safeParse(environment)
  return {
    files: filesIn(site),
    serverFiles: readdirSync(server),
    isOfThisState: mirror !== null && builtFrom?.isOwn === true && builtFrom.compileId !== null,
    isOfThisCode: !variables.success || builtFrom?.compileId === compileId(variables.data),
    headers,
    closedArticles,
    signInPage: read(join(site, 'login.html'))?.toString() ?? null,
    currentKey: keys?.current ?? null,
  }
}
