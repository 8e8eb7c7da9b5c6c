/** A second Worker on the running stack's backends, for which the publication offers a trial. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Edge, startEdge } from '../../../scripts/dev/stack/edge.ts'
import { freePort } from '../../../scripts/dev/stack/ports.ts'
import { findLatestSnapshot } from '../../../scripts/dev/stack/snapshots.ts'
import { readRunningStack } from '../../../scripts/shared/running-stack.ts'

export type TrialSite = Pick<Edge, 'url' | 'stop'>

const setting = /\btrialDays:\s*0\b/g

/** Changes `trialDays` of src/publication/offer.ts where the build has put it. The texts of built pages stay. */
function turnOnTrial(server: string, days: number) {
  let changes = 0
  for (const file of readdirSync(server, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('js')) continue
    const path = join(server, file)
    const code = readFileSync(path, 'utf8')
    const changed = code.replaceAll(setting, () => {
      changes++
      return `trialDays:${days}`
    })
    if (changed !== code) writeFileSync(path, changed)
  }
  if (changes === 0) throw new Error('The build has no trialDays that could be turned on.')
}

export async function startTrialSite(days: number): Promise<TrialSite> {
  const { folder, workerVariables } = readRunningStack()
  const storage = mkdtempSync(join(tmpdir(), 'trial-site-'))
  const site = join(storage, 'site')
  cpSync(findLatestSnapshot(join(folder, 'snapshots'))!, site, { recursive: true })
  turnOnTrial(join(site, 'server'), days)
  const edge = await startEdge({
    port: await freePort(18_787),
    site,
    variables: workerVariables,
    storage: join(storage, 'edge'),
    verbose: false,
    onCrash: (message) => console.error(message),
  })
  return {
    url: edge.url,
    async stop() {
      await edge.stop()
      rmSync(storage, { recursive: true, force: true })
    },
  }
}
