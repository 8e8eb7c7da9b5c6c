import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { signatureHeader } from '../../../src/contracts/signing/desk-signature.ts'
import { getSettingsFolder } from '../../shared/operator-environment.ts'
import { startTestServer } from '../../shared/testing/test-server.ts'
import { runDeskInProcess, runInProcess } from '../testing/run-in-process.ts'
import { openSite, parseSiteUrl, removeStoredKey, storeKey } from './access-key.ts'
import { callSite } from './call-site.ts'

const folder = mkdtempSync(join(tmpdir(), 'access-key-'))
afterAll(() => rmSync(folder, { recursive: true }))

const accessKey = 'desk_olu_secret'
const me = { uid: 'olu', name: 'Olu', email: 'olu@example.com', role: 'operator', key: 'A laptop' }
const received: {
  url: string
  authorization: string | undefined
  isSigned: boolean
  body: string
}[] = []
let answers: Record<string, readonly [status: number, body: object]>

const siteUrl = await startTestServer(async (request, response) => {
  const { url = '', headers } = request
  const { authorization } = headers
  const isSigned = headers[signatureHeader.toLowerCase()] !== undefined
  received.push({ url, authorization, isSigned, body: await text(request) })
  const [status, body] = answers[url] ?? [
    404,
    { error: { code: 'not_found', message: 'Nothing.' } },
  ]
  response.writeHead(status, status === 302 ? { Location: '/api/desk/me' } : {})
  response.end(JSON.stringify(body))
})
beforeEach(() => {
  received.length = 0
  answers = { '/api/desk/me': [200, me] }
})

const environment = { XDG_CONFIG_HOME: folder, FIREBASE_PROJECT_ID: '', DESK_ACCESS_KEY: '' }
const withKey = { ...environment, SITE_URL: siteUrl, DESK_ACCESS_KEY: accessKey }
const inProcess = (variables: Readonly<Record<string, string>>, run: () => unknown) =>
  runInProcess(variables, async () => {
    await run()
    return 0
  })

it.each([
  ['linux', { XDG_CONFIG_HOME: '/x' }, /^\/x$/],
  ['linux', { XDG_CONFIG_HOME: '' }, /\/\.config$/],
  ['win32', { APPDATA: '/roaming' }, /^\/roaming$/],
  ['darwin', { XDG_CONFIG_HOME: '/x' }, /\/Library\/Application Support$/],
] as const)('the settings folder is the system’s on %s', async (platform, variables, expected) => {
  await inProcess(variables, () => expect(getSettingsFolder(platform)).toMatch(expected))
})

describe('a stored key', () => {
  it('can be read only by its user, and replaces the previous key', async () => {
    await inProcess(environment, async () => {
      storeKey({ siteUrl, accessKey: 'desk_olu_before' })
      const file = storeKey({ siteUrl, accessKey })
      expect(statSync(file).mode & 0o777).toBe(0o600)
      expect(statSync(join(folder, 'publication-desk')).mode & 0o777).toBe(0o700)
      expect(readdirSync(join(folder, 'publication-desk'))).toHaveLength(1)
      expect(await openSite()).toEqual({ siteUrl, accessKey })
    })
  })

  it('is overridden by the key in the environment', async () => {
    await inProcess({ ...withKey, DESK_ACCESS_KEY: 'desk_olu_other' }, async () =>
      expect(await openSite()).toEqual({ siteUrl, accessKey: 'desk_olu_other' }),
    )
    // An operator's variables are incomplete here.
    await inProcess({ ...environment, FIREBASE_PROJECT_ID: 'a-project' }, () =>
      expect(openSite()).rejects.toThrow('DESK_KEYS'),
    )
  })

  it('is shown by whoami, and removed by logout', async () => {
    const shown = await runDeskInProcess(environment, ['whoami'])
    expect(shown.out).toContain('Olu <olu@example.com>, operator')
    // Other commands may use another site.
    expect(shown.errors).toContain(`On ${siteUrl}`)
    expect(received).toMatchObject([{ authorization: `Bearer ${accessKey}`, isSigned: false }])
    expect((await runDeskInProcess(environment, ['logout'])).out).toContain('Removed')
    expect(await runDeskInProcess(environment, ['whoami'])).toMatchObject({ code: 1, out: '' })
    await inProcess(environment, () => expect(removeStoredKey()).toBe(false))
  })

  it('is removed even if it’s damaged', async () => {
    await inProcess(environment, () => {
      writeFileSync(storeKey({ siteUrl, accessKey }), accessKey)
      expect(removeStoredKey()).toBe(true)
      expect(removeStoredKey()).toBe(false)
    })
  })
})

it('a malformed key is refused without being shown', async () => {
  const shown = await runDeskInProcess({ ...withKey, DESK_ACCESS_KEY: 'desk_olu\nsecret' }, [
    'whoami',
  ])
  expect(shown).toMatchObject({
    code: 1,
    out: '',
    errors: 'DESK_ACCESS_KEY isn’t an access key. Create one on your site, at /desk/keys.\n',
  })
})

it.each([
  ['https://example.com/desk/', 'https://example.com'],
  ['example.com', 'https://example.com'],
  ['http://localhost:8787', 'http://localhost:8787'],
])('the site address %s is read as %s', (address, origin) => {
  expect(parseSiteUrl(address)).toBe(origin)
})

it.each(['http://example.com', 'http://localhost.example.com', 'ftp://example.com', 'https://'])(
  'a key isn’t sent to %s',
  (address) => {
    expect(() => parseSiteUrl(address)).toThrow('https://')
  },
)

describe('a command with an access key', () => {
  const setRole = () => runDeskInProcess(withKey, ['role', 'ravi@example.com', 'writer'])

  it('changes a role, with the address in the body', async () => {
    answers['/api/desk/staff'] = [200, { uid: 'ravi', before: null, after: 'writer' }]
    expect(await setRole()).toMatchObject({ code: 0, out: 'ravi: none → writer\n' })
    const body = '{"account":"ravi@example.com","role":"writer"}'
    expect(received).toMatchObject([{ url: '/api/desk/staff', body }])
  })

  it('shows only the roles of staff', async () => {
    const ravi = { uid: 'ravi', name: 'Ravi', email: 'ravi@example.com', role: 'writer' }
    answers['/api/desk/staff'] = [200, { staff: [ravi] }]
    const show = (...args: string[]) => runDeskInProcess(withKey, ['role', ...args])
    expect((await show('Ravi@example.com')).out).toBe('ravi: writer\n')
    expect((await show('nimal@example.com')).out).toBe('nimal@example.com: not a member of staff\n')
    expect(await show('ravi', 'editor', '--dry-run')).toMatchObject({ code: 1, out: '' })
    expect(received).toHaveLength(2)
  })

  it('prints the address of the page on which its owner confirms it', async () => {
    const error = {
      code: 'confirmation_required',
      message: 'Confirm.',
      page: '/desk/keys?confirm=e30',
    }
    answers['/api/desk/staff'] = [403, { error }]
    const refused = await setRole()
    expect(refused.code).toBe(1)
    expect(refused.errors).toContain(`${siteUrl}/desk/keys?confirm=e30`)
  })

  it('reports an invalid key differently from something that isn’t found', async () => {
    const message = 'There’s no account with this address.'
    answers['/api/desk/staff'] = [404, { error: { code: 'not_found', message } }]
    expect((await setRole()).errors).toContain(message)
    answers = {}
    expect((await setRole()).errors).toContain('desk -- login')
  })

  it('follows no redirect', async () => {
    answers['/api/desk/staff'] = [302, {}]
    await expect(callSite({ siteUrl, accessKey }, 'GET /api/desk/staff', {})).rejects.toThrow(
      'isn’t responding',
    )
  })

  it('shows what staff have done, back to the first act', async () => {
    const getTime = (minute: number) => `2026-03-01T10:0${minute}:00.000Z`
    const common = {
      at: getTime(2),
      by: 'olu',
      byName: 'Olu',
      key: null,
      before: null,
      after: null,
    }
    const acts = [
      { ...common, kind: 'roleChanged', subject: 'ravi', after: 'writer', key: 'A laptop' },
      {
        ...common,
        at: getTime(1),
        kind: 'keyCreated',
        subject: 'A laptop',
        by: null,
        byName: null,
      },
    ]
    const older = { ...common, at: getTime(0), kind: 'keyRevoked', subject: 'A phone' }
    const getNext = (minute: number) =>
      `/api/desk/acts?before=${encodeURIComponent(getTime(minute))}`
    answers['/api/desk/acts'] = [200, { acts }]
    answers[getNext(1)] = [200, { acts: [older] }]
    answers[getNext(0)] = [200, { acts: [] }]
    const { out } = await runDeskInProcess(withKey, ['log', '--staff'])
    expect(out).toContain(
      'Olu  changed the role of ravi: none → writer, with the access key “A laptop”',
    )
    expect(out).toContain('(service account)  created the access key “A laptop”')
    expect(out).toMatch(/Olu {2}revoked the access key “A phone”\n$/)
  })
})
