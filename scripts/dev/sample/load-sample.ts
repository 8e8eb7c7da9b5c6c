/**
 * Loads the sample into a stack.
 *
 *     npm run sample                       into the running stack of npm start
 *     npm run sample -- --articles 10000   also synthetic articles, for benchmarks
 */
import { parseArgs } from 'node:util'
import { runCommand, UsageError } from '../../shared/command-error.ts'
import { connectFirestore } from '../../shared/connect-firestore.ts'
import { readRunningStack } from '../../shared/running-stack.ts'
import { logLine } from '../service-process.ts'
import { createSampleDocuments } from './sample-documents.ts'
import { loadSampleReaders } from './sample-readers.ts'
import { storeSampleSavedArticles } from './sample-saved-articles.ts'
import { storeDocuments, storeSample } from './store-sample.ts'
import { createSyntheticArticles } from './synthetic-articles.ts'

const options = {
  articles: { type: 'string', default: '0' },
  stack: { type: 'string' },
  /** Tests search for this word. */
  sentinel: { type: 'string' },
} as const

async function main() {
  const { values } = parseArgs({ options })
  const articleCount = Number(values.articles)
  if (!Number.isSafeInteger(articleCount) || articleCount < 0)
    throw new UsageError('--articles must be a whole number.')
  const { folder, buildEnvironment, authHost, inboxUrl, payPalUrl } = readRunningStack(values.stack)
  const firestore = connectFirestore(buildEnvironment)
  const sentinelWord = values.sentinel
  const sentinel =
    sentinelWord === undefined ? undefined : (slug: string) => `${sentinelWord}${slug}`
  const sample = await createSampleDocuments(sentinel)
  if (articleCount > 0) {
    const articles = createSyntheticArticles(articleCount, sample.documents)
    await storeDocuments(firestore, articles, (stored) => {
      if (stored % 1000 === 0 || stored === articleCount)
        logLine('sample', `${stored} of ${articleCount} articles`)
    })
    logLine('sample', `build them with: curl -X POST ${inboxUrl}/rebuild`)
  } else {
    // The front page is stored last, so its presence shows a complete load (scripts/dev/stack/stack.ts).
    const projectId = buildEnvironment.FIREBASE_PROJECT_ID
    await loadSampleReaders(firestore, { projectId, authHost, payPalUrl })
    await storeSampleSavedArticles(firestore, sample.documents)
    await storeSample(firestore, sample, `${folder}/edge`)
    logLine('sample', `${sample.documents.length} documents, ${sample.images.length} pictures`)
  }
}

await runCommand(main)
process.exit()
