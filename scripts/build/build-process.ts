/** The build. Astro compiles in a child process, because its memory use would slow down rendering. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { readBuildEnvironment } from '../../src/content/build-environment.ts'
import { buildPublication } from './build-publication.ts'
import { computeCompileId } from './compile-id.ts'
import { connectFirestore } from './connect-firestore.ts'
import { createFirestoreSource } from './firestore-source.ts'

const astroManifest = createRequire(import.meta.url).resolve('astro/package.json')
const astro = join(dirname(astroManifest), 'bin', 'astro.mjs')

/**
 * Keeps the compiler to about 1 GB: without limits it takes 1.25 GB, and a second less of CPU time. 340 MB is a hard
 * limit of its heap: if the site's code outgrows it, Astro ends with "heap out of memory". Then raise it.
 */
const memoryLimits = ['--max-old-space-size=340', '--max-semi-space-size=4']

async function compile() {
  const child = spawn(process.execPath, [...memoryLimits, astro, 'build'], { stdio: 'inherit' })
  // If the sync fails, the templates aren't needed.
  process.once('exit', () => child.kill())
  const [status] = await once(child, 'exit')
  if (status !== 0) throw new Error('The templates couldn’t be compiled. See Astro’s error above.')
}

const environment = readBuildEnvironment()
try {
  const source = createFirestoreSource(connectFirestore(environment))
  const templates = { id: computeCompileId(environment), compile }
  const report = await buildPublication(environment, source, templates, (line) => console.log(line))
  const { documentsRead, changed, written, removed, files } = report
  console.log(`${documentsRead} documents read, ${changed} changed`)
  console.log(`${written} files written, ${removed} removed, ${files} in all`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
// Rendered islands leave timers behind (nanostores waits a second before it unmounts a store).
process.stdout.write('', () => process.exit())
