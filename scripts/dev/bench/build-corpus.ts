/** Publications of several sizes on a Firestore fake, for measuring builds. */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Firestore } from '../../../functions/platform/adapters/firestore.ts'
import { connectFirestore } from '../../shared/connect-firestore.ts'
import { createSampleDocuments, type SampleDocument } from '../sample/sample-documents.ts'
import { logLine, startService } from '../service-process.ts'
import { configureFirestore } from '../stack/local-firestore.ts'
import { loadLocalSecrets } from '../stack/local-secrets.ts'
import { freePort } from '../stack/ports.ts'
import { benchFolder } from './bench-folder.ts'
import { createCorpus, storeWithPastTime } from './corpus.ts'

export type BuildCorpus = {
  readonly sample: readonly SampleDocument[]
  readonly articles: number
  /** The build's variables. */
  readonly env: Readonly<Record<string, string>>
  readonly firestore: Firestore
}

/** Returns the settings that a publication of this size needs (scripts/operate/many-articles.md). */
const selectLargeSettings = (articles: number): Readonly<Record<string, string>> => ({
  ...(articles > 44_000 && { SEALED_BODIES: 'r2' }),
  ...(articles > 71_000 && { PRERENDERED_STORIES: '35000' }),
})

/** Deletes the corpora afterwards. Their documents were updated an hour ago. */
export async function withBuildCorpora<Answer>(
  sizes: readonly number[],
  run: (corpora: readonly BuildCorpus[]) => Promise<Answer>,
): Promise<Answer> {
  const folder = join(benchFolder, 'builds')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const sample = (await createSampleDocuments()).documents
  const port = await freePort(8981)
  const { host, command } = configureFirestore(
    { kind: 'fake', reason: 'benchmark' },
    { port, data: folder, projectId: '' },
  )
  const fakeFirestore = await startService({
    ...command!,
    name: 'firestore',
    isReady: async () => (await fetch(`http://${host}/`)).status < 600,
    advice: 'Run the same command again.',
    onCrash: (message) => console.error(message),
    verbose: false,
  })
  try {
    const corpora: BuildCorpus[] = []
    for (const articles of sizes) {
      const projectId = `demo-bench-${articles}`
      const secrets = loadLocalSecrets(join(folder, projectId, 'secrets.json'), projectId)
      const env = {
        SITE_URL: 'http://localhost:8787',
        FIREBASE_PROJECT_ID: projectId,
        FIREBASE_API_KEY: 'local-key',
        FIREBASE_SERVICE_ACCOUNT: secrets.FIREBASE_SERVICE_ACCOUNT,
        FIRESTORE_URL: `http://${host}`,
        SEALING_KEYS: secrets.SEALING_KEYS,
        ...selectLargeSettings(articles),
        BUILD_STATE: join(folder, projectId, 'state'),
        BUILD_OUTPUT: join(folder, projectId, 'site'),
      }
      const firestore = connectFirestore(env)
      logLine('bench', `storing ${articles} articles`)
      await storeWithPastTime(firestore, createCorpus(sample, articles))
      corpora.push({ sample, articles, env, firestore })
    }
    return await run(corpora)
  } finally {
    await fakeFirestore.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
