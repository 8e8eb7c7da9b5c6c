/**
 * Loads the sample publication into a stack, in a process of its own.
 *
 *     npm run sample                       into the running stack of npm start
 *     npm run sample -- --articles 10000   synthetic articles besides, for benchmarks
 */
import { parseArgs } from 'node:util'
import { log } from '../local/log.ts'
import { runningStack } from '../local/running-stack.ts'
import { connectFirestore } from '../site/firestore.ts'
import { sampleDocuments } from './documents.ts'
import { loadSampleReaders } from './readers.ts'
import { storeSampleSaved } from './saved.ts'
import { storeDocuments, storeSample } from './store.ts'
import { syntheticArticles } from './synthetic.ts'

const { values } = parseArgs({
  options: {
    articles: { type: 'string' },
    stack: { type: 'string' },
    /** A word for the tests to find where it must not be. */
    sentinel: { type: 'string' },
  },
})

const { folder, buildEnvironment, authHost, outboxUrl, payPalUrl } = runningStack(values.stack)
const firestore = connectFirestore(buildEnvironment)
const wanted = values.articles === undefined ? 0 : Number(values.articles)
if (!Number.isSafeInteger(wanted) || wanted < 0) {
  console.error('--articles takes a whole number')
  process.exit(1)
}

const word = values.sentinel
const sentinel = word === undefined ? undefined : (slug: string) => `${word}${slug}`
const sample = await sampleDocuments('.local/pictures', sentinel)
if (wanted > 0) {
  const articles = syntheticArticles(wanted, sample.documents)
  await storeDocuments(firestore, articles, (stored) => {
    if (stored % 1000 === 0 || stored === wanted) log('sample', `${stored} of ${wanted} articles`)
  })
  log('sample', `build them with: curl -X POST ${outboxUrl}/rebuild`)
} else {
  // The front page is stored last of all: where it is, the rest is (local/stack.ts).
  const projectId = buildEnvironment.FIREBASE_PROJECT_ID
  await loadSampleReaders(firestore, { projectId, authHost, payPalUrl })
  await storeSampleSaved(firestore, sample.documents)
  await storeSample(firestore, sample, `${folder}/edge`)
  log('sample', `${sample.documents.length} documents, ${sample.pictures.length} pictures`)
}
process.exit(0)
