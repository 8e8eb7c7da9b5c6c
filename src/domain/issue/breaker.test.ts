import { describe, expect, it } from 'vitest'
import {
  countJudged,
  type Failures,
  findExcess,
  isLargeProvider,
  type JudgedDomain,
  largeProvider,
  largeProviderComplaints,
  mailboxesOfOnePerson,
  maxFailuresPerDomain,
  maxMailboxFailures,
  minJudged,
  minJudgedEmails,
  noFailures,
} from './breaker.ts'

it.each([
  [2000, { hardBounces: 40, complaints: 0 }, null],
  [2000, { hardBounces: 41, complaints: 0 }, 'hardBounces'],
  [50_000, { hardBounces: 0, complaints: 50 }, null],
  [50_000, { hardBounces: 0, complaints: 51 }, 'complaints'],
  [1000, { hardBounces: minJudged.hardBounces - 1, complaints: 0 }, null],
  [1000, { hardBounces: minJudged.hardBounces, complaints: 0 }, 'hardBounces'],
  [1000, { hardBounces: 0, complaints: minJudged.complaints - 1 }, null],
  [1000, { hardBounces: 0, complaints: minJudged.complaints }, 'complaints'],
  [minJudgedEmails - 1, { hardBounces: 400, complaints: 400 }, null],
  [minJudgedEmails, { hardBounces: 400, complaints: 0 }, 'hardBounces'],
])('of %d emails with %j: %s', (accepted, failures, expected) => {
  expect(findExcess(accepted, failures)).toBe(expected)
})

/** Addresses that an account has. */
const [provider, outlook, owned] = [1, 10, null]

/** As many failures as count in full where an account has ten addresses. */
const manyAliases = mailboxesOfOnePerson * outlook

describe('a provider', () => {
  it.each([
    [largeProvider.recipients - 1, 200, false],
    [largeProvider.recipients, 5000, true],
    [100, 5001, false],
    [40_000, 100_000, true],
  ])('with %d of %d recipients is large: %s', (recipients, audience, expected) => {
    expect(isLargeProvider(recipients, audience)).toBe(expected)
  })
})

describe('a domain', () => {
  const most = maxFailuresPerDomain
  it.each([
    ['hardBounces', owned, 10, most.hardBounces, most.hardBounces],
    ['hardBounces', owned, 10, 10, most.hardBounces],
    ['hardBounces', owned, 700, 700, most.hardBounces],
    ['hardBounces', provider, 10, 10, 10],
    ['hardBounces', provider, 200, minJudged.hardBounces - 1, maxMailboxFailures.hardBounces],
    ['hardBounces', provider, 200, minJudged.hardBounces, minJudged.hardBounces],
    ['hardBounces', outlook, 50, 30, 3],
    ['hardBounces', outlook, 50, 31, 4],
    ['hardBounces', outlook, 200, manyAliases - 1, mailboxesOfOnePerson],
    ['hardBounces', outlook, 200, manyAliases, manyAliases],
    ['complaints', owned, 10, 10, most.complaints],
    ['complaints', provider, 50, minJudged.complaints - 1, most.complaints],
    ['complaints', provider, 50, minJudged.complaints, minJudged.complaints],
    ['complaints', owned, 500, 500, most.complaints],
    ['complaints', provider, 500, 500 * largeProviderComplaints - 1, 4],
    ['complaints', provider, 500, minJudged.complaints - 1, 5],
    ['complaints', provider, 500, 100, 100],
    ['complaints', outlook, 50, 40, most.complaints],
    ['complaints', outlook, 500, 40, 4],
    ['complaints', outlook, 500, manyAliases - 1, 5],
    ['complaints', outlook, 500, manyAliases, manyAliases],
  ] as const)(
    'with %s, addresses of an account: %s, %d recipients, %d failures: %d count',
    (kind, addressesPerAccount, recipients, failures, expected) => {
      const domain = { ...noFailures, recipients, addressesPerAccount, [kind]: failures }
      expect(countJudged([domain], kind, 1000)).toBe(expected)
    },
  )
})

/** Recipients at one domain, and how many of them fail. */
type Part = Pick<JudgedDomain, 'addressesPerAccount' | 'recipients'> & { readonly failing: number }

const createParts = (
  count: number,
  addressesPerAccount: number | null,
  recipients: number,
  failing: number,
): readonly Part[] => Array(count).fill({ addressesPerAccount, recipients, failing })

/**
 * Emails accepted when an issue stops; null if it never does. Recipients are in a random order, so a part's failures are spread
 * evenly. `luck`: by how much more of them come early.
 */
function findStop(kind: keyof Failures, audience: number, parts: readonly Part[], luck = 1) {
  for (let accepted = 100; accepted <= audience; accepted += 100) {
    const progress = Math.min(1, (luck * accepted) / audience)
    const domains = parts.map(({ failing, ...part }) => ({
      ...part,
      ...noFailures,
      [kind]: Math.floor(failing * progress),
    }))
    const failed = countJudged(domains, kind, audience)
    const excess = findExcess(accepted, { ...noFailures, [kind]: failed })
    if (excess) return accepted
  }
  return null
}

describe.each([1300, 10_000, 60_000])('an issue to %d readers', (audience) => {
  const share = (part: number) => Math.round(audience * part)
  const at = (addresses: number | null, part: number, failing: number, count = 1) =>
    createParts(count, addresses, share(part), share(part * failing))

  it.each<[string, keyof Failures, number, readonly Part[]]>([
    ['a provider of a fifth refuses', 'hardBounces', 0.4, at(provider, 0.2, 1)],
    ['Outlook has a fifth, and refuses', 'hardBounces', 0.7, at(outlook, 0.2, 1)],
    ['a provider of a twelfth refuses', 'hardBounces', 0.4, at(provider, 0.08, 1)],
    ['a provider bounces for one in twelve', 'hardBounces', 0.5, at(provider, 0.7, 0.08)],
    [
      'many domains with four readers refuse',
      'hardBounces',
      0.4,
      createParts(share(0.04), owned, 4, 4),
    ],
    ['seven in a hundred complain at Gmail', 'complaints', 0.7, at(provider, 0.62, 0.07)],
  ])('stops soon if %s', (_, kind, latest, parts) => {
    expect(findStop(kind, audience, parts)).toBeLessThanOrEqual(share(latest))
  })

  /** Half a percent bounces. */
  const natural = [
    ...at(provider, 0.6, 0.005),
    ...at(provider, 0.1, 0.005),
    ...createParts(share(0.0015), owned, 1, 1),
  ]

  it.each<[string, readonly Part[]]>([
    ['no stranger', []],
    ['60 addresses at a domain of their own', createParts(1, owned, 60, 60)],
    ['60 addresses at five domains', createParts(5, owned, 12, 12)],
    ['240 addresses at a domain of their own', createParts(1, owned, 240, 240)],
    ['40 aliases among 80 readers', createParts(1, owned, 120, 40)],
    ['15 mailboxes at a provider', createParts(1, provider, 200, 15)],
    ['40 aliases of four Outlook accounts', createParts(1, outlook, 40, 40)],
    ['40 such aliases among many readers', createParts(1, outlook, share(0.2) + 40, 40)],
    ['15 mailboxes at three providers', createParts(3, provider, 20, 5)],
    ['15 mailboxes at each of two providers', createParts(2, provider, 700, 15)],
    ['24 mailboxes at each of five providers', createParts(5, provider, 700, 24)],
    ['two accounts with 15 addresses each', createParts(1, 15, 30, 30)],
  ])('isn’t stopped by the bounces of %s', (_, parts) => {
    expect(findStop('hardBounces', audience, [...natural, ...parts])).toBeNull()
    expect(findStop('hardBounces', audience, parts, 2)).toBeNull()
  })

  it.each<[string, readonly Part[]]>([
    ['60 addresses at five domains', createParts(5, owned, 12, 12)],
    ['35 mailboxes at a provider', createParts(1, provider, 800, 35)],
    ['40 aliases of four Outlook accounts', createParts(1, outlook, 40, 40)],
    ['40 such aliases among many readers', createParts(1, outlook, share(0.2) + 40, 40)],
    ['an account at 24 free domains', createParts(24, provider, 30, 1)],
    ['15 mailboxes at each of two providers', createParts(2, provider, 700, 15)],
    [
      'an account at 24 free domains, and 15 mailboxes at a large provider',
      [...createParts(24, owned, 30, 1), ...createParts(1, provider, 1600, 15)],
    ],
  ])('isn’t stopped by the complaints of %s', (_, parts) => {
    expect(findStop('complaints', audience, parts, 2)).toBeNull()
  })

  it('goes on if a few domains refuse that may have one owner', () => {
    expect(findStop('hardBounces', audience, at(owned, 0.015, 1, 5))).toBeNull()
  })
})
