import { resolve } from 'node:path'
import { execaSync } from 'execa'
import { describe, expect, it } from 'vitest'
import { createTestFolder } from '../shared/testing/test-folder.ts'
import {
  applyEnvironment,
  type EnvironmentName,
  listBuildVariables,
  type NamedConfiguration,
  readBaseConfiguration,
} from './deploy-environment.ts'

const base = readBaseConfiguration()
const settings = {
  SITE_URL: 'https://verandah.news',
  FIREBASE_PROJECT_ID: 'verandah-news',
  DATABASE_LOCATION: 'eur3',
}
const apply = (environment: EnvironmentName, configuration: NamedConfiguration = base) =>
  applyEnvironment(configuration, base, environment, settings)

const listNames = ({ name, r2_buckets, queues, d1_databases }: NamedConfiguration) => [
  name,
  ...r2_buckets.map(({ bucket_name }) => bucket_name),
  ...queues.producers.map(({ queue }) => queue),
  ...queues.consumers.map(({ queue }) => queue),
  ...d1_databases.map(({ database_name }) => database_name),
]

describe('the Worker’s configuration', () => {
  it('of the live site has the names in wrangler.toml, the address and only the Worker’s variables', () => {
    const live = apply('live')
    expect(listNames(live)).toEqual(listNames(base))
    expect(live.routes).toEqual([{ pattern: 'verandah.news', custom_domain: true }])
    expect(live.vars).toEqual({
      SITE_URL: 'https://verandah.news',
      FIREBASE_PROJECT_ID: 'verandah-news',
    })
  })

  it('of staging shares no name and no rate limit with the live site', () => {
    const staging = apply('staging')
    const live = new Set(listNames(base))
    expect(listNames(staging).filter((name) => live.has(name))).toEqual([])
    const limits = new Set(base.ratelimits.map(({ namespace_id }) => namespace_id))
    expect(staging.ratelimits.filter(({ namespace_id }) => limits.has(namespace_id))).toEqual([])
  })

  it('is the same if an earlier build was for the other environment', () => {
    expect(apply('live', apply('staging'))).toEqual(apply('live'))
    expect(apply('staging', apply('live'))).toEqual(apply('staging'))
    expect(apply('staging', apply('staging'))).toEqual(apply('staging'))
  })

  it('is written for staging into a separate folder', () => {
    expect(listBuildVariables('staging', settings).BUILD_OUTPUT).not.toBe('dist')
    expect(listBuildVariables('live', settings)).not.toHaveProperty('BUILD_OUTPUT')
  })
})

it('wrangler refuses an environment other than the one that was built', () => {
  const folder = createTestFolder({
    'dist/server/entry.mjs': 'export default { fetch: () => new Response() }',
    'dist/server/wrangler.json': JSON.stringify({
      name: 'verandah',
      main: 'entry.mjs',
      compatibility_date: '2026-10-15',
      targetEnvironment: apply('live').targetEnvironment,
    }),
    '.wrangler/deploy/config.json': '{"configPath":"../../dist/server/wrangler.json"}',
  })
  const command = [resolve('node_modules/wrangler/bin/wrangler.js'), 'deploy', '--dry-run']
  const { exitCode, all } = execaSync(process.execPath, [...command, '--env', 'staging'], {
    cwd: folder,
    all: true,
    reject: false,
    env: { CI: '1', WRANGLER_SEND_METRICS: 'false' },
  })
  expect(exitCode).toBe(1)
  expect(all).toContain('does not match the target environment "live"')
})
