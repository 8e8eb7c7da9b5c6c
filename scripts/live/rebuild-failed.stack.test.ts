/** What CI runs when a build has failed. */
import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { freePort } from '../local/ports.ts'
import { runningStack } from '../local/running-stack.ts'

const { SITE_URL, DESK_KEYS } = runningStack().deskEnvironment

function report(environment: Record<string, string>) {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['scripts/live/rebuild-failed.ts', 'A step of the build failed.'],
    { env: { PATH: process.env.PATH, ...environment }, encoding: 'utf8' },
  )
  return { status, said: (stdout + stderr).trim() }
}

describe('npm run rebuild-failed', () => {
  it('tells the edge', () => {
    // Nobody waits for a build, so that nothing comes of it.
    expect(report({ SITE_URL: `${SITE_URL}/`, DESK_KEYS })).toEqual({ status: 0, said: 'reported' })
  })

  it('says what is wrong, and no key', async () => {
    const nobody = `http://127.0.0.1:${await freePort(18_500)}`
    const foreign = `1:${Buffer.alloc(32, 9).toString('base64url')}`
    const wrong = [
      [{ SITE_URL, DESK_KEYS: foreign }, 'The edge did not take the report (401).'],
      [{ SITE_URL: nobody, DESK_KEYS }, `${nobody} does not answer.`],
      [{ SITE_URL, DESK_KEYS: 'none' }, 'Set SITE_URL and DESK_KEYS.'],
    ] as const
    for (const [environment, said] of wrong) {
      expect(report(environment)).toEqual({ status: 1, said })
    }
  })
})
