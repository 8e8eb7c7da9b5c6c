/** The build. Astro compiles in a child process, because its memory use would slow down rendering. */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { execa } from 'execa'
import { readBuildEnvironment } from '../../src/content/build-environment.ts'
import { connectFirestore } from '../shared/connect-firestore.ts'
import { buildPublication } from './build-publication.ts'
import { computeCompileId } from './compile-id.ts'
import { createFirestoreSource } from './firestore-source.ts'

const astroManifest = createRequire(import.meta.url).resolve('astro/package.json')
const astro = join(dirname(astroManifest), 'bin', 'astro.mjs')

/**
 * Limits that keep the compiler's memory below 1 GB. Without them, the compiler takes 1.25 GB, and a second less of CPU
 * time. If the site's code outgrows the heap of 512 MB, Astro ends with "heap out of memory": in that case, raise the
 * limit.
 */
const memoryLimits = ['--max-old-space-size=512', '--max-semi-space-size=16']
/** Makes Rolldown and C libraries return freed memory straight away. */
const allocatorSettings = { MIMALLOC_PURGE_DELAY: '0', MALLOC_ARENA_MAX: '1' }

async function compile() {
  // The child process ends with this one: if the sync fails, the templates aren't needed.
  const { failed } = await execa(process.execPath, [...memoryLimits, astro, 'build'], {
    stdio: 'inherit',
    env: allocatorSettings,
    reject: false,
  })
  if (failed) throw new Error('The templates couldn’t be compiled. See Astro’s error above.')
}

const environment = readBuildEnvironment()
try {
  const source = createFirestoreSource(connectFirestore(environment))
  const templates = { id: computeCompileId(environment), compile }
  const report = await buildPublication(environment, source, templates, (line) => console.log(line))
  const { documentsRead, changed, written, removed, files, problems } = report
  console.log(`Documents read: ${documentsRead}, changed: ${changed}`)
  if (problems.length > 0)
    console.error(`Problems in the content: ${problems.length}\n  ${problems.join('\n  ')}`)
  console.log(`Files written: ${written}, removed: ${removed}, in total: ${files}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
// Rendered islands leave timers behind (nanostores waits a second before it unmounts a store).
process.stdout.write('', () => process.exit())
