import type { Finding } from '../../setup/run/finding.ts'
import type { WorkerConfiguration } from '../../setup/run/worker-configuration.ts'
import { readConfiguration } from '../read-configuration.ts'

export const now = new Date('2026-12-01')
export const environment = { SITE_URL: 'https://verandah.news', FIREBASE_PROJECT_ID: 'live' }
/** The repository's configuration, with the values that each publication sets. */
export const validConfiguration: WorkerConfiguration = {
  ...(await readConfiguration())!,
  routes: [{ pattern: 'verandah.news' }],
  vars: {},
  compatibility_date: '2026-10-15',
  r2_buckets: [
    { binding: 'MEDIA', bucket_name: 'pictures' },
    { binding: 'AUDIENCES', bucket_name: 'audiences' },
  ],
}

export const findChecks = (findings: readonly Finding[], status: Finding['status']) =>
  findings.filter((finding) => finding.status === status).map(({ check }) => check)
