/**
 * The build, in a process of its own. Astro compiles in another: what it takes up and leaves behind
 * would make the rendering of every page dearer.
 */
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { buildPublication } from '../../src/content/build.ts'
import { parseBuildEnvironment } from '../../src/content/environment.ts'
import { compileId } from './compile-id.ts'
import { firestoreSource } from './content-source.ts'
import { connectFirestore } from './firestore.ts'

const astroManifest = createRequire(import.meta.url).resolve('astro/package.json')
const astro = join(dirname(astroManifest), 'bin', 'astro.mjs')

function compile() {
  const { status } = spawnSync(process.execPath, [...process.execArgv, astro, 'build'], {
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error('The templates could not be compiled: Astro says why above.')
}

const environment = parseBuildEnvironment(process.env)
try {
  const source = firestoreSource(connectFirestore(environment))
  const templates = { id: compileId(environment), compile }
  const report = await buildPublication(environment, source, templates, (line) => console.log(line))
  const { documentsRead, changed, written, removed, files } = report
  console.log(`${documentsRead} documents read, ${changed} changed`)
  console.log(`${written} files written, ${removed} removed, ${files} in all`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
// What was rendered leaves timers behind: nanostores waits a second before a store counts as unused.
// Nobody uses them any more, and readers would wait for them.
process.stdout.write('', () => process.exit())
