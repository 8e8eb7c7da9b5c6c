import { describe, expect, it } from 'vitest'
import {
  type Failures,
  findExcess,
  maxFailuresPerDomain,
  minJudgedEmails,
  minJudgedFailures,
  minRecentShare,
  noFailures,
} from './breaker.ts'

const bounces = (hardBounces: number): Failures => ({ hardBounces, complaints: 0 })
const complaints = (count: number): Failures => ({ hardBounces: 0, complaints: count })

const few = minJudgedFailures - 1
const tenth = 1000 * minRecentShare

it.each([
  [2000, bounces(40), noFailures, null],
  [2000, bounces(41), noFailures, 'hardBounces'],
  [50_000, complaints(50), noFailures, null],
  [50_000, complaints(51), noFailures, 'complaints'],
  [1000, bounces(few), noFailures, null],
  [1000, bounces(few + 1), noFailures, 'hardBounces'],
  [1000, complaints(few), noFailures, null],
  [1000, complaints(few + 1), noFailures, 'complaints'],
  [minJudgedEmails - 1, { hardBounces: 400, complaints: 400 }, bounces(400), null],
  [minJudgedEmails, bounces(400), noFailures, 'hardBounces'],
  [1000, bounces(few), bounces(tenth), null],
  [1000, noFailures, bounces(tenth + 1), 'hardBounces'],
  [1000, complaints(few), complaints(tenth), null],
  [1000, noFailures, complaints(tenth + 1), 'complaints'],
])(
  'after %d emails with %j, and %j of recent addresses, the excess is %s',
  (accepted, failures, recent, excess) => {
    expect(findExcess(accepted, failures, recent)).toBe(excess)
  },
)

/**
 * Domains with the same number of recipients, all of whom fail. `max` is the number of failures that count per domain.
 */
type Part = {
  readonly count: number
  readonly failing: number
  readonly max: number
  readonly isRecent?: boolean
}

/**
 * Returns how many emails have been accepted when an issue stops; null if it never does. Recipients are in a random
 * order, so a part's failures are spread evenly. `luck` is the factor by which more of them come early.
 */
function findStop(kind: keyof Failures, audience: number, parts: readonly Part[], luck = 1) {
  for (let accepted = 100; accepted <= audience; accepted += 100) {
    const progress = Math.min(1, (luck * accepted) / audience)
    const count = (isRecent: boolean) => {
      const failed = parts
        .filter((part) => (part.isRecent ?? false) === isRecent)
        .map(({ count, failing, max }) => count * Math.min(max, Math.floor(failing * progress)))
      return { ...noFailures, [kind]: failed.reduce((sum, one) => sum + one, 0) }
    }
    if (findExcess(accepted, count(false), count(true))) return accepted
  }
  return null
}

describe.each([1300, 10_000, 60_000])('an issue to %d readers', (audience) => {
  const share = (part: number) => Math.round(audience * part)
  const atProvider = (part: number, isRecent = false): Part => ({
    count: 1,
    failing: share(part),
    max: Number.POSITIVE_INFINITY,
    isRecent,
  })
  const atDomains = (kind: keyof Failures, count: number, failing: number): Part => ({
    count,
    failing,
    max: maxFailuresPerDomain[kind],
  })

  it.each<[string, keyof Failures, number, readonly Part[]]>([
    ['a provider of a fifth refuses', 'hardBounces', 0.4, [atProvider(0.2)]],
    ['a provider of a twelfth refuses', 'hardBounces', 0.4, [atProvider(0.08)]],
    ['a provider bounces for one in twelve', 'hardBounces', 0.6, [atProvider(0.7 * 0.08)]],
    [
      'many domains with four readers refuse',
      'hardBounces',
      0.4,
      [atDomains('hardBounces', share(0.04), 4)],
    ],
    ['seven in a hundred complain at Gmail', 'complaints', 0.7, [atProvider(0.62 * 0.07)]],
    [
      'all are recent, and a provider of a fifth refuses',
      'hardBounces',
      0.4,
      [atProvider(0.2, true)],
    ],
  ])('stops soon if %s', (_, kind, latest, parts) => {
    expect(findStop(kind, audience, parts)).toBeLessThanOrEqual(share(latest))
  })

  /** Half a per cent bounces. */
  const natural = [atProvider(0.0035), atDomains('hardBounces', share(0.0015), 1)]

  it.each<[string, readonly Part[]]>([
    ['no stranger', []],
    ['240 addresses at a domain of their own', [atDomains('hardBounces', 1, 240)]],
    ['60 addresses at five domains', [atDomains('hardBounces', 5, 12)]],
    ['one in twenty readers, all recent, at a provider', [atProvider(0.049, true)]],
    ['28 mailboxes of a patient person', [{ count: 1, failing: 28, max: 28 }]],
  ])('isn’t stopped by the bounces of %s', (_, parts) => {
    expect(findStop('hardBounces', audience, [...natural, ...parts])).toBeNull()
    expect(findStop('hardBounces', audience, [...natural, ...parts], 2)).toBeNull()
  })
})
