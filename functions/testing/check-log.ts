/** Makes a harness's test fail if its log contains an address or a secret. */
import { afterEach, expect } from 'vitest'

const forbidden: Readonly<Record<string, RegExp>> = {
  email: /[^\s"@]+(?:@|%40)[^\s"@]+\.[a-z]/i,
  'IPv4 address': /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/,
  'IPv6 address': /(?:[\da-f]{1,4}:){4,}/i,
  token: /eyJ[\w-]{8,}\.[\w-]+/,
  'access key': /desk_[\w-]{32}/,
  key: /-----BEGIN|Bearer |Basic [A-Za-z0-9+/]{8}/,
}

let found: string[] = []
afterEach(() => {
  const lines = found
  found = []
  expect(lines).toEqual([])
})

export const findSecrets = (line: string): string[] =>
  Object.keys(forbidden).filter((kind) => forbidden[kind]!.test(line))

export function checkLog(event: string, details: object = {}) {
  const line = JSON.stringify({ event, ...details })
  found.push(...findSecrets(line).map((kind) => `${kind} in the log: ${line}`))
}
