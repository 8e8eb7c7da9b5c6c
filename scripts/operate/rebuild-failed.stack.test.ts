import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { devEnvironment } from '../dev/dev-environment.ts'
import { freePort } from '../dev/stack/ports.ts'
import { readRunningStack } from '../shared/running-stack.ts'

const { SITE_URL, DESK_KEYS } = readRunningStack().deskEnvironment

function runReport(environment: Record<string, string>) {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['scripts/operate/rebuild-failed.ts', 'A step of the build failed.'],
    { env: { PATH: devEnvironment.PATH, ...environment }, encoding: 'utf8' },
  )
  return { status, output: (stdout + stderr).trim() }
}

describe('npm run rebuild-failed', () => {
  it('reports the failure to the Worker', () => {
    // No build is pending, so the report has no effect.
    expect(runReport({ SITE_URL: `${SITE_URL}/`, DESK_KEYS })).toEqual({
      status: 0,
      output: 'Reported the failed build.',
    })
  })

  it('prints the problem, but no key', async () => {
    const unreachableUrl = `http://127.0.0.1:${await freePort(18_500)}`
    const otherKeyring = `1:${Buffer.alloc(32, 9).toString('base64url')}`
    const wrong = [
      [
        { SITE_URL, DESK_KEYS: otherKeyring },
        'Nothing was reported: the site refused the signature; check DESK_KEYS. Run the same command again.',
      ],
      [
        { SITE_URL: unreachableUrl, DESK_KEYS },
        `${unreachableUrl} isn’t responding. Check SITE_URL, then run the same command again.`,
      ],
      [
        { SITE_URL, DESK_KEYS: 'none' },
        'Missing or invalid environment variables: DESK_KEYS. See scripts/operate/environment.md.',
      ],
    ] as const
    for (const [environment, output] of wrong) {
      expect(runReport(environment)).toEqual({ status: 1, output })
    }
  })
})
