/**
 * Full builds after damage, and after a build that was stopped while compiling: the live site stays as it was. Builds
 * that are interrupted at any other step are in interrupted-build.test.ts.
 */
import {
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { beforeAll, expect, it } from 'vitest'
import { loadContentCopy, readBody } from '../../src/content/content-copy.ts'
import { buildTimestampFile } from '../../src/contracts/site-files/build-timestamp.ts'
import { devEnvironment } from '../dev/dev-environment.ts'
import { reportPath } from './build-publication.ts'
import { buildSite } from './build-site.ts'
import {
  client,
  forgetContent,
  hashSite,
  stack,
  waitForRebuilds,
} from './testing/stack-documents.ts'

const { BUILD_STATE } = stack.buildEnvironment
const build = () => buildSite(stack.buildEnvironment, () => {})

async function stopBuildWhileCompiling() {
  const controller = new AbortController()
  const stopped = buildSite(
    stack.buildEnvironment,
    (line) => /built in/.test(line) && controller.abort(),
    controller.signal,
  )
  await expect(stopped).rejects.toThrow('The live site is unchanged')
}

/** Runs `npm run build -- --full` without the tests' own variables. */
const buildFull = () =>
  execa(process.execPath, ['scripts/build/build-site.ts', '--full'], {
    env: { PATH: devEnvironment.PATH, ...stack.buildEnvironment },
    extendEnv: false,
  })

/** Pages that only a build changes: the Worker renders new articles and landing pages before they are built. */
const fetchLivePages = async () =>
  Promise.all(
    ['/about', '/sitemap.xml', '/recommendation-candidates.json', `/${buildTimestampFile}`].map(
      async (path) => {
        const response = await fetch(stack.siteUrl + path)
        return [path, response.status, await response.text()] as const
      },
    ),
  )

/**
 * Overwrites a body, in the file it shares with others, with text of the same length. Returns a check for the damage.
 */
function damageBody(slug: string): () => boolean {
  const read = () => {
    const article = loadContentCopy(BUILD_STATE)!.articles.get(slug)!
    return { ...article.bodyPlace, ...readBody(BUILD_STATE, article) }
  }
  const { file, offset, freePreview } = read()
  const opened = openSync(join(BUILD_STATE, 'bodies', file), 'r+')
  writeSync(opened, Buffer.from('<p>damaged'), 0, 10, offset)
  closeSync(opened)
  return () => read().freePreview === `<p>damaged${freePreview.slice(10)}`
}

beforeAll(async () => {
  await waitForRebuilds()
  forgetContent()
  await build()
})

it('a full build renders every page, body and search entry again, even after a stopped build', async () => {
  const before = hashSite()
  const live = await fetchLivePages()
  const [part] = readdirSync(join(BUILD_STATE, 'search'))
  const damaged = [
    join(client, 'about.html'),
    join(client, 'sealed/fathers-in-pencil'),
    join(BUILD_STATE, 'search', part!, 'pagefind-entry.json'),
  ]
  for (const path of damaged) writeFileSync(path, 'damaged')
  const isBodyDamaged = damageBody('fathers-in-pencil')
  await build()
  expect(damaged.filter((path) => readFileSync(path, 'utf8') === 'damaged')).toEqual(damaged)
  expect(isBodyDamaged()).toBe(true)

  rmSync(join(BUILD_STATE, 'compiled'), { recursive: true })
  await stopBuildWhileCompiling()
  expect(await fetchLivePages()).toEqual(live)

  await buildFull()
  expect(isBodyDamaged()).toBe(false)
  expect(JSON.parse(readFileSync(reportPath(BUILD_STATE), 'utf8'))).toMatchObject({
    hasCompiled: true,
    changed: 0,
  })
  expect(hashSite()).toEqual(before)
})
