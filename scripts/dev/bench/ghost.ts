/**
 * Ghost with the sample's stories, for comparison. It isn't among this project's packages: the variable GHOST names the
 * folder of an installed one (benchmarks.md). It uses SQLite, because its other database is a separate server.
 */
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import { renderBody } from '../../../src/content/markdown.ts'
import { devEnvironment } from '../dev-environment.ts'
import { createSampleDocuments } from '../sample/sample-documents.ts'
import { logLine, startService } from '../service-process.ts'
import { freePort } from '../stack/ports.ts'

export type Ghost = {
  readonly url: string
  /** Ghost's name with its version. */
  readonly name: string
  readonly articlePath: string
  /** Cookie of a member who has signed in. */
  readonly memberCookie: string
  /** The account that has all rights. */
  readonly owner: { readonly email: string; readonly password: string }
  stop(): Promise<void>
}

/** The story in Ghost that our story's page is compared with. */
const comparedStory = 'fathers-in-pencil'

/** Returns null if Ghost isn't installed. */
export async function startGhost(): Promise<Ghost | null> {
  const folder = devEnvironment.GHOST
  if (!folder) return null
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const content = resolve('.local/bench/ghost')
  rmSync(content, { recursive: true, force: true })
  mkdirSync(content, { recursive: true })
  cpSync(join(folder, 'content'), content, { recursive: true })
  const port = await freePort(10_368)
  const url = `http://localhost:${port}`
  const service = await startService({
    name: 'ghost',
    command: process.execPath,
    args: ['index.js'],
    cwd: folder,
    env: {
      NODE_ENV: 'production',
      url,
      server__host: '127.0.0.1',
      server__port: String(port),
      database__client: 'better-sqlite3',
      database__connection__filename: join(content, 'data/ghost.db'),
      database__useNullAsDefault: 'true',
      paths__contentPath: content,
      mail__transport: 'Direct',
      logging__level: 'error',
      logging__transports: '["stdout"]',
      privacy__useUpdateCheck: 'false',
      privacy__useGravatar: 'false',
      privacy__useRpcPing: 'false',
      // By default, Ghost emails a code to its owner.
      security__staffDeviceVerification: 'false',
    },
    isReady: async () => (await fetch(`${url}/ghost/api/admin/site/`)).ok,
    advice: 'See scripts/dev/benchmarks.md for how to install it.',
    onCrash: (message) => console.error(message),
    verbose: false,
  })
  try {
    const owner = { email: 'owner@example.com', password: crypto.randomUUID() }
    const call = await signInAsOwner(url, owner)
    await publishStories(call)
    const memberCookie = await signInAsMember(call)
    return {
      url,
      name: `Ghost ${version}`,
      articlePath: `/${comparedStory}/`,
      memberCookie,
      owner,
      stop: service.stop,
    }
  } catch (error) {
    await service.stop()
    throw error
  }
}

type Call = (method: string, path: string, body?: object) => Promise<Response>

const readCookies = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')

/** Returns a call of the Admin API. */
async function signInAsOwner(url: string, owner: Ghost['owner']): Promise<Call> {
  let cookie = ''
  const call: Call = async (method, path, body) => {
    const isForm = body instanceof FormData
    const response = await fetch(`${url}/ghost/api/admin/${path}`, {
      method,
      headers: {
        Origin: url,
        ...(cookie ? { Cookie: cookie } : {}),
        ...(isForm ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    })
    if (response.ok) return response
    throw new Error(`Ghost answered ${response.status} to ${path}: ${await response.text()}`)
  }
  const setup = { ...owner, name: 'Owner', blogTitle: 'The Verandah' }
  await call('POST', 'authentication/setup/', { setup: [setup] })
  const { email: username, password } = owner
  cookie = readCookies(await call('POST', 'session/', { username, password }))
  return call
}

async function publishStories(call: Call) {
  const { documents, images } = await createSampleDocuments()
  const stories = documents.filter(
    ({ path, fields }) => path.startsWith('articles/') && fields.status === 'published',
  )
  logLine('ghost', `publishing ${stories.length} stories …`)
  const { posts: seeded } = await (await call('GET', 'posts/?limit=all')).json()
  for (const { id } of seeded) await call('DELETE', `posts/${id}/`)
  for (const { path, fields } of stories) {
    const { id, alt } = fields.image as { readonly id: string; readonly alt: string }
    const form = new FormData()
    const { file } = images.find((image) => image.id === id)!
    // Ghost doesn't accept AVIF.
    const jpeg = await sharp(file).jpeg({ quality: 90 }).toBuffer()
    form.set('file', new Blob([Uint8Array.from(jpeg)], { type: 'image/jpeg' }), `${id}.jpg`)
    const uploaded = await (await call('POST', 'images/upload/', form)).json()
    const { freePreview, rest } = renderBody(String(fields.body))
    const post = {
      slug: path.slice('articles/'.length),
      title: fields.title,
      custom_excerpt: String(fields.dek).slice(0, 300),
      html: freePreview + rest,
      feature_image: uploaded.images[0].url,
      feature_image_alt: alt.slice(0, 190),
      published_at: (fields.publishedAt as Date).toISOString(),
      status: 'published',
    }
    await call('POST', 'posts/?source=html', { posts: [post] })
  }
}

async function signInAsMember(call: Call) {
  const member = { email: 'member@example.com', name: 'Member' }
  const { members } = await (await call('POST', 'members/', { members: [member] })).json()
  const path = `members/${members[0].id}/signin_urls/`
  const { member_signin_urls } = await (await call('GET', path)).json()
  const cookie = readCookies(await fetch(member_signin_urls[0].url, { redirect: 'manual' }))
  if (!cookie.includes('ghost-members-ssr')) throw new Error('Ghost didn’t sign the member in.')
  return cookie
}
