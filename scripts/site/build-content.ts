/** The build of new content alone, in a process of its own: Astro's templates are compiled already. */
import { parseBuildEnvironment } from '../../src/content/environment.ts'
import { buildContent } from '../../src/content/integration.ts'
import { firestoreSource } from './content-source.ts'
import { connectFirestore } from './firestore.ts'

const environment = parseBuildEnvironment(process.env)
try {
  const source = firestoreSource(connectFirestore(environment))
  const report = await buildContent(environment, source)
  const { documentsRead, changed, written, removed, files } = report
  console.log(`${documentsRead} documents read, ${changed} changed`)
  console.log(`${written} files written, ${removed} removed, ${files} in all`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
