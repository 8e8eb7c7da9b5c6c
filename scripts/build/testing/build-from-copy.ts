/**
 * A build whose compiler copies what another build has compiled, because Astro takes ten times as long as the rest:
 *
 *     node scripts/build/testing/build-from-copy.ts STATE OUTPUT
 */
import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { readBuildEnvironment } from '../../../src/content/build-environment.ts'
import { connectFirestore } from '../../shared/connect-firestore.ts'
import { recordCompiling } from '../build-inputs.ts'
import { buildPublication } from '../build-publication.ts'
import { computeCompileId } from '../compile-id.ts'
import { compiledPath } from '../compiled-templates.ts'
import { createFirestoreSource } from '../firestore-source.ts'

const [state = '', output = ''] = process.argv.slice(2)
const environment = readBuildEnvironment()

async function compile() {
  mkdirSync(environment.BUILD_OUTPUT, { recursive: true })
  recordCompiling(environment)
  cpSync(compiledPath(state), compiledPath(environment.BUILD_STATE), { recursive: true })
  for (const folder of ['server', 'client']) {
    cpSync(join(output, folder), join(environment.BUILD_OUTPUT, folder), { recursive: true })
  }
}

await buildPublication(
  environment,
  createFirestoreSource(connectFirestore(environment)),
  { id: computeCompileId(environment), compile },
  (line) => console.log(line),
)
// Rendered islands leave timers behind.
process.exit()
