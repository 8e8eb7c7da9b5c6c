import { expect, it } from 'vitest'
import { findSecrets } from './check-log.ts'

it.each([
  ['{"email":"someone@example.com"}', ['email']],
  ['{"path":"/?email=someone%40example.com"}', ['email']],
  ['{"ip":"203.0.113.77"}', ['IPv4 address']],
  ['{"ip":"2001:db8:0:0:0:0:0:1"}', ['IPv6 address']],
  ['{"token":"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.x"}', ['token']],
  [`{"id":"desk_olu_${'b'.repeat(32)}"}`, ['access key']],
  ['{"header":"Bearer abcdefgh"}', ['key']],
  [
    '{"event":"job_failed","job":"gifts","at":"2026-11-23T12:00:00.000Z","id":"I-BW452GLLEP1G"}',
    [],
  ],
  ['{"id":"0b9c2f0e-3a44-4f5e-8f0a-5d8f7b1e2c33","attempts":3}', []],
])('the log line %s contains the secrets %j', (line, kinds) =>
  expect(findSecrets(line)).toEqual(kinds),
)
